// The board as SVG: a unit a square.

/** Draws pieces, the last move and, if given, the first move of a better line. */
function drawBoard(parent, board, pieces, isFlipped, last, better) {
  empty(parent);
  const width = board.width;
  const svg = shape("svg", { viewBox: `0 0 ${width} ${width}`, role: "img" }, parent);
  svg.dataset.pieces = pieces;
  svg.setAttribute("aria-label", told(pieces));
  shape("rect", { class: "light", width, height: width }, svg);
  const place = (number) => {
    const [row, file] = board.squares[number - 1];
    return isFlipped ? [width - 1 - file, width - 1 - row] : [file, row];
  };
  const touched = new Set(last ? [last.from, last.to] : []);
  for (let number = 1; number <= board.squares.length; number++) {
    const [x, y] = place(number);
    const kind = touched.has(number) ? "dark touched" : "dark";
    shape("rect", { class: kind, x, y, width: 1, height: 1 }, svg);
    shape("text", { class: "number", x: x + 0.06, y: y + 0.26 }, svg).textContent = number;
    const letter = pieces[number - 1];
    if (letter !== "e") drawPiece(svg, x + 0.5, y + 0.5, letter);
  }
  for (const number of (last && last.taken) || []) {
    const [x, y] = place(number);
    const cross = `M${x + 0.35} ${y + 0.35}l.3 .3m0 -.3l-.3 .3`;
    shape("path", { class: "taken", d: cross }, svg);
  }
  if (better) drawArrow(svg, place(better.from), place(better.to));
}

function drawPiece(svg, x, y, letter) {
  const side = letter.toLowerCase() === "w" ? "white" : "black";
  const group = shape("g", { class: "piece " + side }, svg);
  shape("circle", { cx: x, cy: y, r: 0.4 }, group);
  shape("circle", { class: "rim", cx: x, cy: y, r: 0.28 }, group);
  if (letter === letter.toUpperCase()) {
    const crown = `M${x - 0.2} ${y + 0.15}l-.04 -.28l.13 .1l.11 -.17l.11 .17l.13 -.1l-.04 .28z`;
    shape("path", { class: "crown", d: crown }, group);
  }
}

function drawArrow(svg, [x, y], [toX, toY]) {
  const [dx, dy] = [toX - x, toY - y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const [endX, endY] = [toX + 0.5 - ux * 0.15, toY + 0.5 - uy * 0.15];
  const [neckX, neckY] = [endX - ux * 0.35, endY - uy * 0.35];
  const start = `M${x + 0.5} ${y + 0.5}L${neckX} ${neckY}`;
  shape("path", { class: "arrow", d: start }, svg);
  const head = `M${endX} ${endY}L${neckX - uy * 0.2} ${neckY + ux * 0.2}L${neckX + uy * 0.2} ${neckY - ux * 0.2}z`;
  shape("path", { class: "arrow head", d: head }, svg);
}

/** The position for those who cannot see it. */
function told(pieces) {
  const squares = (letter) =>
    [...pieces].flatMap((found, at) => (found === letter ? [at + 1] : [])).join(", ") || "none";
  return `White men ${squares("w")}; White kings ${squares("W")}; ` +
    `Black men ${squares("b")}; Black kings ${squares("B")}`;
}
