// The texts of a game: moves, critical moments, tags, what is said of a move.

/** The moves; `go` is called with the number of moves up to the one clicked. */
function listMoves(parent, game, go) {
  empty(parent);
  game.remarks.forEach((text) => parent.appendChild(element("span", "remark", text)));
  game.moves.forEach((move, at) => {
    if ((game.half + at) % 2 === 0 || at === 0) {
      parent.appendChild(element("span", "count", moveNumber(game, at)));
    }
    const button = element("button", "move " + (move.mark || ""), moveText(move));
    button.type = "button";
    button.id = "move-" + (at + 1);
    button.addEventListener("click", () => go(at + 1));
    parent.appendChild(button);
  });
  if (game.result) parent.appendChild(element("span", "count", game.result));
}

function moveText(move) {
  return move.step.text + (move.mark ? SIGNS[move.mark] : "");
}

/** What the list of critical moments says of a move; nothing for the others. */
function moment(move) {
  const ending = (move.notes || []).filter((note) => /endgame tables|-move rule/.test(note));
  return move.mark || move.missed ? move.notes : ending;
}

/** The places of the critical moments, in moves up to each. */
function momentsOf(game) {
  return game.moves.flatMap((move, at) => (moment(move).length ? [at + 1] : []));
}

function listMoments(parent, game, go) {
  empty(parent);
  for (const at of momentsOf(game)) {
    const move = game.moves[at - 1];
    const button = element("button", "moment " + (move.mark || ""));
    button.type = "button";
    button.dataset.at = at;
    button.appendChild(element("b", "", `${moveNumber(game, at - 1)} ${moveText(move)}`));
    button.appendChild(element("span", "", " " + moment(move).join("; ")));
    button.addEventListener("click", () => go(at));
    const item = element("li");
    item.appendChild(button);
    parent.appendChild(item);
  }
  if (!parent.firstChild) parent.appendChild(element("li", "none", "None."));
}

/** What is said of the move that led here; `show` is called with a place in the better line. */
function tellMove(parent, game, at, shown, show) {
  empty(parent);
  if (at === 0) return;
  const move = game.moves[at - 1];
  if (move.notes) parent.appendChild(element("p", "told " + (move.mark || ""), move.notes.join("; ")));
  for (const text of move.remarks || []) parent.appendChild(element("p", "remark", text));
  if (!move.better) return;
  const line = element("p", "better", "Better: ");
  line.appendChild(element("span", "count", scoreText(judged(game, at - 1)) + " "));
  move.better.forEach((step, place) => {
    const half = game.half + at - 1 + place;
    if (half % 2 === 0 || place === 0) {
      line.appendChild(element("span", "count", moveNumber(game, at - 1 + place)));
    }
    const button = element("button", place + 1 === shown ? "move now" : "move", step.text);
    button.type = "button";
    button.addEventListener("click", () => show(place + 1));
    line.appendChild(button);
  });
  parent.appendChild(line);
}

function listTags(parent, game) {
  empty(parent);
  for (const [name, value] of game.tags) {
    parent.appendChild(element("dt", "", name));
    parent.appendChild(element("dd", "", value));
  }
  for (const fault of game.faults) {
    parent.appendChild(element("dt", "", "Fault"));
    parent.appendChild(element("dd", "fault", fault));
  }
}
