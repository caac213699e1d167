// The games: read from their elements when they are opened; positions by playing the moves.

const index = JSON.parse(document.getElementById("index").textContent);

/** The game at this place of the list, with all its positions. */
function readGame(place) {
  const game = JSON.parse(document.getElementById("game-" + place).textContent);
  const whiteFirst = game.start[0] === "W";
  const positions = [game.start.slice(1)];
  for (const move of game.moves) {
    positions.push(play(positions[positions.length - 1], move.step));
  }
  // Half moves counted from White's first.
  const half = whiteFirst ? 0 : 1;
  return { ...game, positions, half, board: index.boards[game.variant] };
}

/** The pieces after a move: a letter a square, as in the Hub protocol. */
function play(pieces, step) {
  const squares = pieces.split("");
  const piece = squares[step.from - 1];
  squares[step.from - 1] = "e";
  for (const number of step.taken || []) squares[number - 1] = "e";
  squares[step.to - 1] = step.crowned ? piece.toUpperCase() : piece;
  return squares.join("");
}

/** `12.` or `12...` before the move at this place. */
function moveNumber(game, at) {
  const half = game.half + at;
  return Math.floor(half / 2) + 1 + (half % 2 ? "..." : ".");
}

const SIGNS = { dubious: "?!", mistake: "?", blunder: "??" };

/** The judged position after so many moves. */
function judged(game, at) {
  return at === 0 ? game.first : game.moves[at - 1].after;
}

/** A score in words: men from White, or who wins. */
function scoreText({ score, shown }) {
  if (Math.abs(score) <= 8000) return shown;
  const winner = score > 0 ? "White" : "Black";
  const moves = shown.startsWith("#") ? shown.replace(/^#-?/, "") : "";
  if (moves === "0") return winner + " has won";
  return `${winner} wins${moves ? " in " + moves : ""}`;
}

/** An element with text and class; text is never markup. */
function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

function shape(name, attributes, parent) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (parent) parent.appendChild(made);
  return made;
}

function empty(node) {
  while (node.firstChild) node.removeChild(node.firstChild);
}
