// One visual language. Categories are Okabe and Ito's colours, which all eyes tell apart; amounts run
// along cividis; what has a sign goes from blue through the background to orange.

import { interpolateCividis } from "d3-scale-chromatic";
import { interpolateRgb } from "d3-interpolate";
import { isDark } from "./theme.js";

const okabeIto = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#7f7f7f"];
const okabeItoDark = ["#4aa8e0", "#f0803c", "#2fc79b", "#e29cc4", "#f0b93a", "#8fd0f5", "#c3a566", "#a9a9a9"];

export const categories = () => (isDark() ? okabeItoDark : okabeIto);
export const blue = () => categories()[0];
export const orange = () => categories()[1];

export const sequential = (t) => interpolateCividis(t);

export function diverging() {
  const middle = isDark() ? "#23272e" : "#f7f6f2";
  const low = interpolateRgb(isDark() ? "#5bb4ec" : "#0a5a94", middle);
  const high = interpolateRgb(middle, isDark() ? "#f58b4c" : "#b84700");
  return (t) => (t < 0.5 ? low(2 * t) : high(2 * t - 1));
}
