// The curve of a game: White's expected result as an area, the score in men as a line.

const WIDE = 600;
const HIGH = 150;
const MEN = 400;

/** Draws it; `go` is called with the number of moves at the place clicked. */
function drawCurve(parent, game, go) {
  empty(parent);
  const count = game.moves.length;
  const svg = shape("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none" }, parent);
  const x = (at) => (count === 0 ? WIDE / 2 : (at / count) * WIDE);
  const places = Array.from({ length: count + 1 }, (_, at) => at);
  const result = (at) => HIGH * (1 - judged(game, at).expected / 1000);
  const men = (at) => {
    const score = Math.max(-MEN, Math.min(MEN, judged(game, at).score));
    return HIGH * (0.5 - (0.5 * score) / MEN);
  };
  const line = (y) => places.map((at) => `${x(at).toFixed(1)} ${y(at).toFixed(1)}`).join("L");
  shape("rect", { class: "below", width: WIDE, height: HIGH }, svg);
  shape("path", { class: "area", d: `M0 ${HIGH}L${line(result)}L${WIDE} ${HIGH}z` }, svg);
  shape("path", { class: "middle", d: `M0 ${HIGH / 2}H${WIDE}` }, svg);
  shape("path", { class: "men", d: "M" + line(men) }, svg);
  shape("path", { class: "result", d: "M" + line(result) }, svg);
  game.moves.forEach((move, at) => {
    if (!move.mark) return;
    const top = result(at + 1);
    shape("path", { class: "mark " + move.mark, d: `M${x(at + 1)} ${top}v.01` }, svg);
  });
  shape("path", { class: "now", d: "" }, svg).id = "now";
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const part = (event.clientX - box.left) / box.width;
    go(Math.round(Math.max(0, Math.min(1, part)) * count));
  });
}

/** Puts the line of the shown position. */
function markCurve(game, at) {
  const count = game.moves.length;
  const x = count === 0 ? WIDE / 2 : (at / count) * WIDE;
  document.getElementById("now").setAttribute("d", `M${x.toFixed(1)} 0V${HIGH}`);
}
