// What is shown, and what keys and buttons do.

const node = (id) => document.getElementById(id);
const PART = 100;
const view = { game: null, place: -1, at: 0, better: 0, isFlipped: false, listed: PART };

function show(at) {
  const game = view.game;
  view.at = Math.max(0, Math.min(game.moves.length, at));
  view.better = 0;
  update();
  const now = document.querySelector("#moves .now");
  if (now) now.classList.remove("now");
  const button = node("move-" + view.at);
  if (button) {
    button.classList.add("now");
    // Only the list scrolls, not the page.
    const list = node("moves");
    list.scrollTop = button.offsetTop - list.clientHeight / 2;
  } else {
    node("moves").scrollTop = 0;
  }
}

/** The board after the first moves of the better line in place of the game's. */
function showBetter(count) {
  view.better = count;
  update();
}

function update() {
  const { game, at, better } = view;
  const move = at > 0 ? game.moves[at - 1] : null;
  let pieces = game.positions[at];
  let last = move && move.step;
  let arrow = move && move.mark && move.better ? move.better[0] : null;
  if (better > 0) {
    const steps = move.better.slice(0, better);
    pieces = steps.reduce(play, game.positions[at - 1]);
    last = steps[steps.length - 1];
    arrow = null;
  }
  const parent = node("board");
  drawBoard(parent, game.board, pieces, view.isFlipped, last, better ? null : arrow);
  parent.firstChild.dataset.at = at;
  const judgement = judged(game, at);
  const name = move ? `${moveNumber(game, at - 1)} ${moveText(move)}` : "Start";
  const depth = judgement.depth ? `, depth ${judgement.depth}` : "";
  node("state").textContent = better
    ? "In the better line"
    : `${name}   ${scoreText(judgement)}${depth}   White expects ${(judgement.expected / 10).toFixed(0)} %`;
  node("balance").firstElementChild.style.height = judgement.expected / 10 + "%";
  node("balance").classList.toggle("flipped", view.isFlipped);
  tellMove(node("note"), game, at, better, showBetter);
  markCurve(game, at);
  document.querySelectorAll("#moments button").forEach((button) => {
    const isNow = Number(button.dataset.at) === at;
    button.classList.toggle("now", isNow);
    if (isNow) node("moments").scrollTop = button.offsetTop - node("moments").clientHeight / 2;
  });
}

function open(place) {
  view.place = place;
  view.game = readGame(place);
  const game = view.game;
  const entry = index.games[place];
  node("game").hidden = false;
  node("players").textContent = title(entry);
  node("about").textContent = [entry.event, entry.round && "round " + entry.round, entry.date, entry.result]
    .filter(Boolean).join(" · ");
  listMoves(node("moves"), game, show);
  listMoments(node("moments"), game, show);
  listTags(node("tags"), game);
  drawCurve(node("curve"), game, show);
  document.querySelectorAll("#games button").forEach((button) => {
    button.classList.toggle("now", Number(button.dataset.place) === place);
  });
  show(0);
}

function title(entry) {
  return entry.white || entry.black
    ? `${entry.white || "?"} – ${entry.black || "?"}`
    : "Game " + entry.game;
}

/** The list of games, some at a time: a thousand buttons are slow on a phone. */
function listGames() {
  const wanted = node("filter").value.toLowerCase();
  const found = index.games.map((entry, place) => ({ entry, place })).filter(({ entry }) =>
    [title(entry), entry.event, entry.date, entry.result, "round " + entry.round]
      .join(" ").toLowerCase().includes(wanted));
  empty(node("games"));
  for (const { entry, place } of found.slice(0, view.listed)) {
    const button = element("button", place === view.place ? "now" : "");
    button.type = "button";
    button.dataset.place = place;
    button.appendChild(element("b", "", `${entry.game}. ${title(entry)} `));
    button.appendChild(element("span", "result", entry.result));
    const { blunders, mistakes, dubious, missed } = entry.counts;
    const counts = [[blunders, "??"], [mistakes, "?"], [dubious, "?!"]]
      .filter(([count]) => count).map(([count, sign]) => count + sign);
    if (missed) counts.push(missed === 1 ? "a missed shot" : missed + " missed shots");
    button.appendChild(element("small", "", counts.join("  ") || "no mistakes"));
    button.addEventListener("click", () => {
      open(place);
      node("game").scrollIntoView({ block: "start" });
    });
    const item = element("li");
    item.appendChild(button);
    node("games").appendChild(item);
  }
  node("more").hidden = found.length <= view.listed;
}

function nextMoment() {
  const places = momentsOf(view.game);
  const next = places.find((at) => at > view.at);
  if (next !== undefined) show(next);
  else if (places.length) show(places[0]);
}

function flip() {
  view.isFlipped = !view.isFlipped;
  update();
}

const ACTIONS = {
  first: () => show(0),
  back: () => (view.better > 0 ? showBetter(view.better - 1) : show(view.at - 1)),
  forward: () => (view.better > 0
    ? showBetter(Math.min(view.better + 1, view.game.moves[view.at - 1].better.length))
    : show(view.at + 1)),
  last: () => show(view.game.moves.length),
  flip,
  critical: nextMoment,
};
const KEYS = {
  ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "back", ArrowDown: "forward",
  Home: "first", End: "last", f: "flip", n: "critical",
};

for (const [id, action] of Object.entries(ACTIONS)) node(id).addEventListener("click", action);
document.addEventListener("keydown", (event) => {
  const action = KEYS[event.key];
  const isTyping = event.target === node("filter");
  if (!action || isTyping || !view.game || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  ACTIONS[action]();
});
node("filter").addEventListener("input", () => {
  view.listed = PART;
  listGames();
});
node("more").addEventListener("click", () => {
  view.listed += PART;
  listGames();
});

document.title = index.title;
node("title").textContent = index.title;
const sum = (name) => index.games.reduce((all, entry) => all + entry.counts[name], 0);
node("total").textContent =
  `${index.games.length} games, ${sum("moves")} moves: ${sum("blunders")} ??, ` +
  `${sum("mistakes")} ?, ${sum("dubious")} ?!, ${sum("missed")} missed shots`;
listGames();
if (index.games.length) open(0);
