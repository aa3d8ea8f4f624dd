// A chart as a file of its own: SVG with its colours spelled out, or PNG made of that.

const PADDING = 12;

// Custom properties and inherited colours mean nothing outside of the page.
function spellOut(original, copy) {
  const style = getComputedStyle(original);
  for (const name of ["fill", "stroke", "color"]) {
    const value = copy.getAttribute(name);
    if (value && (value.includes("var(") || value === "currentColor")) {
      copy.setAttribute(name, style[name]);
    }
  }
  if (copy.style?.color.includes("var(")) copy.style.color = style.color;
  for (let i = 0; i < original.children.length; ++i) spellOut(original.children[i], copy.children[i]);
}

function standalone(svgs, title) {
  const namespace = "http://www.w3.org/2000/svg";
  const root = document.createElementNS(namespace, "svg");
  const page = getComputedStyle(svgs[0].closest("figure"));
  let width = 0;
  let height = PADDING;
  const copies = svgs.map((svg) => {
    const copy = svg.cloneNode(true);
    spellOut(svg, copy);
    const box = svg.viewBox.baseVal;
    copy.setAttribute("x", PADDING);
    copy.setAttribute("y", height);
    copy.setAttribute("width", box.width);
    copy.setAttribute("height", box.height);
    width = Math.max(width, box.width);
    height += box.height;
    return copy;
  });
  width += 2 * PADDING;
  height += PADDING;
  root.setAttribute("xmlns", namespace);
  root.setAttribute("viewBox", `0 0 ${width} ${height}`);
  root.setAttribute("width", width);
  root.setAttribute("height", height);
  root.setAttribute("color", page.color);
  root.setAttribute("font-family", page.fontFamily);
  const name = document.createElementNS(namespace, "title");
  name.textContent = title;
  const ground = document.createElementNS(namespace, "rect");
  ground.setAttribute("width", width);
  ground.setAttribute("height", height);
  ground.setAttribute("fill", page.backgroundColor);
  root.append(name, ground, ...copies);
  return { text: new XMLSerializer().serializeToString(root), width, height };
}

const fileName = (title, ending) =>
  `${title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "chart"}.${ending}`;

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function saveSvg(svgs, title) {
  const { text } = standalone(svgs, title);
  download(new Blob([text], { type: "image/svg+xml" }), fileName(title, "svg"));
}

export async function savePng(svgs, title) {
  const { text, width, height } = standalone(svgs, title);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const scale = 2;
  canvas.width = scale * width;
  canvas.height = scale * height;
  const context = canvas.getContext("2d");
  context.scale(scale, scale);
  context.drawImage(image, 0, 0, width, height);
  canvas.toBlob((blob) => download(blob, fileName(title, "png")), "image/png");
}
