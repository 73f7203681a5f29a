// The conversation: turns, one below the other. A new question begins a new one.

import { toHistory } from './ask-form.js';
import { byId } from './dom.js';
import { createTurnView } from './turn-view.js';

const thread = byId('thread');
const follow = byId('follow');

// An answer that the server put into the page is the beginning of a conversation, too.
let turns = [...thread.children].map((element) => ({
  element,
  q: element.querySelector('.asked').textContent,
  text: element.querySelector('.answer').textContent,
}));
for (const carried of follow.querySelectorAll('[type=hidden]')) carried.remove();

export const countTurns = () => turns.length;

/** The turn that `target` is in, and how many stand before it. */
export function findTurn(target) {
  const at = turns.findIndex(({ element }) => element.contains(target));
  return { turn: turns[at], before: at };
}

/** Adds a turn behind the first `kept`, whose sources are folded; those behind them go. */
export function addTurn(q, filters, kept) {
  for (const { element } of turns.slice(kept)) element.remove();
  turns = turns.slice(0, kept);
  for (const { element } of turns) for (const details of element.querySelectorAll('details')) details.open = false;
  const history = toHistory(turns.map((turn) => ({ q: turn.q, answer: turn.text })));
  const turn = createTurnView(q, filters);
  turns.push(turn);
  thread.append(turn.element);
  if (kept > 0) turn.element.scrollIntoView();
  return { turn, history };
}

/** Takes the last turn away when nothing of its answer came. */
export function dropEmptyTurn() {
  const last = turns.at(-1);
  if (last.text !== '' || last.sources.length > 0) return;
  last.element.remove();
  turns.pop();
}
