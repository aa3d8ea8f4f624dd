// Points are put down, moved and removed: by mouse or finger, and by keyboard. A finger has no second
// button: it drags a point out of the picture to remove it.

import { state } from "./state.js";

const NEAR = 14; // pixels
const OUTSIDE = 24; // pixels beyond the edge, where points may still lie

const clamped = (value) => Math.max(0, Math.min(1, value));

function placed(x, y) {
  return state.mode === "curve" ? { x, y, target: y } : { x, y, target: state.mode === "classes" ? state.brush : state.value };
}

function nearest(place, size) {
  let best = -1;
  let least = NEAR / size;
  state.points.forEach((point, k) => {
    const distance = Math.hypot(point.x - place.x, point.y - place.y);
    if (distance < least) [best, least] = [k, distance];
  });
  return best;
}

export function makeEditable(canvas, { changed, moved, cursorOf }) {
  let dragged = -1;
  const placeOf = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: clamped((event.clientX - box.left) / box.width), y: clamped(1 - (event.clientY - box.top) / box.height) };
  };
  const remove = (k) => {
    if (k < 0) return;
    state.points.splice(k, 1);
    changed();
  };

  canvas.addEventListener("pointerdown", (event) => {
    const place = placeOf(event);
    const found = nearest(place, canvas.clientWidth);
    if (event.button === 2 || event.shiftKey) {
      remove(found);
      return;
    }
    canvas.setPointerCapture(event.pointerId);
    dragged = found;
    if (found < 0) {
      state.points.push(placed(place.x, place.y));
      dragged = state.points.length - 1;
      changed();
    }
  });
  canvas.addEventListener("pointermove", (event) => {
    if (dragged < 0) return;
    const place = placeOf(event);
    const point = state.points[dragged];
    Object.assign(point, place);
    if (state.mode === "curve") point.target = point.y;
    moved();
  });
  const isOutside = ({ clientX, clientY }) => {
    const { left, right, top, bottom } = canvas.getBoundingClientRect();
    return Math.max(left - clientX, clientX - right, top - clientY, clientY - bottom) > OUTSIDE;
  };
  const release = (isRemoved) => {
    const point = dragged;
    dragged = -1;
    if (point < 0) return;
    if (isRemoved) remove(point);
    else changed();
  };
  canvas.addEventListener("pointerup", (event) => release(isOutside(event)));
  canvas.addEventListener("pointercancel", () => release(false));
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());

  canvas.addEventListener("keydown", (event) => {
    const cursor = cursorOf();
    const step = event.shiftKey ? 0.1 : 0.02;
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (moves[event.key]) {
      cursor.x = clamped(cursor.x + step * moves[event.key][0]);
      cursor.y = clamped(cursor.y + step * moves[event.key][1]);
      moved(false);
    } else if (event.key === "Enter" || event.key === " ") {
      state.points.push(placed(cursor.x, cursor.y));
      changed();
    } else if (event.key === "Delete" || event.key === "Backspace") {
      remove(nearest(cursor, canvas.clientWidth));
    } else if (event.key === "1" || event.key === "2") {
      state.brush = Number(event.key) - 1;
      moved(false);
    } else {
      return;
    }
    event.preventDefault();
  });
}
