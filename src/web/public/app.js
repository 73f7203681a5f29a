// The page's script. Without it the same forms are sent and answered as plain pages; with it they are answered in place.

import { toAskBody } from './ask-form.js';
import { AskError, ask } from './ask-stream.js';
import { installBox } from './box.js';
import { toCopyText } from './copy.js';
import { announce, byId, findSource } from './dom.js';
import { installHistory, rememberQuestion } from './history.js';
import { words } from './page-words.js';
import { closePanel, openPanel } from './panel.js';
import { hidePeek, installPeek } from './peek.js';
import { showProblem } from './problem-box.js';
import { installScope, readFilters, showFilters } from './scope.js';
import { installSpaces } from './spaces.js';
import { installStatus } from './status-line.js';
import { addTurn, countTurns, dropEmptyTurn, findTurn } from './thread.js';

const question = byId('q');
const followUp = byId('follow-q');
const pageTitle = byId('ask').closest('main').querySelector('h1').textContent;
let asking;

/** Asks behind the first `kept` turns: 0 begins a new conversation. */
async function answer(q, filters, kept) {
  asking?.abort();
  const mine = new AbortController();
  asking = mine;
  closePanel();
  hidePeek();
  byId('examples')?.remove();
  const box = kept === 0 ? question : followUp;
  box.value = kept === 0 ? q : '';
  showFilters(filters);
  showProblem(undefined);
  const { turn, history } = addTurn(q, filters, kept);
  setBusy(box.form);
  if (kept === 0) document.title = `${q} – ${pageTitle}`;
  const body = { q, ...(Object.keys(filters).length > 0 && { filters }), ...(history.length > 0 && { history }) };
  try {
    for await (const event of ask(body, mine.signal)) {
      if (mine.signal.aborted) break;
      // A follow-up means nothing without what it follows.
      if (event.type === 'sources' && kept === 0) rememberQuestion(q, filters);
      turn.apply(event);
    }
    mine.signal.throwIfAborted();
  } catch (error) {
    // Another question took its place: the page is no longer this one's.
    if (asking !== mine) return;
    turn.breakOff(mine.signal.aborted ? words.stopped : words.brokenOff);
    dropEmptyTurn();
    if (box.value === '') box.value = q;
    if (!mine.signal.aborted)
      showProblem(error instanceof AskError ? error.info : { message: words.connectionLost }, {
        q,
        filters,
        kept,
        box,
      });
  }
  if (asking !== mine) return;
  asking = undefined;
  setBusy(undefined);
}

/** The form that asks shows "Stop" instead of "Ask". There is something to follow up once there is an answer. */
function setBusy(busy) {
  for (const form of [question.form, followUp.form]) {
    const [go, stop] = [form.querySelector('.go'), form.querySelector('.stop')];
    const hadFocus = document.activeElement === go || document.activeElement === stop;
    go.hidden = form === busy;
    stop.hidden = form !== busy;
    if (hadFocus) (form === busy ? stop : go).focus();
  }
  followUp.form.hidden = busy === question.form || countTurns() === 0;
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  // The name of a space is nothing to be sent.
  if (form.method !== 'post') return;
  event.preventDefault();
  const body = toAskBody(new FormData(form, event.submitter));
  if (typeof body.q !== 'string' || body.q.trim() === '') return;
  if (form === followUp.form) return void answer(body.q, readFilters(), countTurns());
  const kept = form.dataset.kept ?? findTurn(form).before;
  void answer(body.q, body.filters ?? {}, Math.max(0, Number(kept)));
});

document.addEventListener('keydown', (event) => {
  if (document.querySelector('#history[open]')) return;
  if (event.key === 'Escape' && !hidePeek() && !closePanel()) asking?.abort();
  const isTyping = event.target.closest('input, textarea, select, dialog:modal');
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
  event.preventDefault();
  question.focus();
  question.select();
});

document.addEventListener('click', (event) => {
  const { target } = event;
  if (target.matches('.stop')) asking?.abort();
  const { turn, before } = findTurn(target);
  if (target.matches('.redo')) void answer(turn.q, turn.filters, before);
  if (target.matches('.copy')) void copy(turn, target);
  const source = findSource(target);
  if (!source) return;
  event.preventDefault();
  hidePeek();
  void openPanel(source, target);
});

async function copy(turn, button) {
  await navigator.clipboard.writeText(toCopyText(turn, words));
  button.textContent = words.copied;
  announce(words.copied);
}

installBox(question);
installBox(followUp);
installPeek(byId('thread'));
installSpaces();
installScope();
installHistory((q, filters) => answer(q, filters, 0));
installStatus();
