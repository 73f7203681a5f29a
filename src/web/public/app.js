// The page's script. Without it the same forms are sent and answered as plain pages; with it they are answered in place.

import { toAskBody } from './ask-form.js';
import { AskError, ask } from './ask-stream.js';
import { toCopyText } from './copy.js';
import { byId } from './dom.js';
import { closePanel, openPanel } from './panel.js';
import { hidePeek, installPeek } from './peek.js';
import { apply, begin, breakOff, currentAnswer, findSource } from './result-view.js';
import { installScope, showFilters } from './scope.js';

const question = byId('q');
const problem = byId('problem');
let asking;

async function answer(body) {
  asking?.abort();
  const mine = new AbortController();
  asking = mine;
  closePanel();
  hidePeek();
  question.value = body.q;
  showFilters(body.filters ?? {});
  showProblem(undefined);
  setBusy(true);
  begin(body);
  try {
    for await (const event of ask(body, mine.signal)) if (!mine.signal.aborted) apply(event);
  } catch (error) {
    // Another question took its place: the page is no longer this one's.
    if (asking !== mine) return;
    breakOff(mine.signal.aborted ? 'Stopped' : 'Broken off');
    if (!mine.signal.aborted) showProblem(error instanceof AskError ? error.info : { message: String(error) });
  }
  if (asking !== mine) return;
  asking = undefined;
  setBusy(false);
}

function setBusy(isBusy) {
  const hadFocus = document.activeElement === byId('stop') || document.activeElement === byId('go');
  byId('go').hidden = isBusy;
  byId('stop').hidden = !isBusy;
  byId('examples')?.remove();
  if (hadFocus) byId(isBusy ? 'stop' : 'go').focus();
}

/** Names what went wrong and puts the reader on the control it is about. */
function showProblem(info) {
  problem.hidden = info === undefined;
  problem.textContent = info?.message ?? '';
  for (const marked of document.querySelectorAll('[aria-invalid]')) marked.removeAttribute('aria-invalid');
  const [, field] = /^(?:filters\.)?(\w+)/.exec(info?.field ?? '') ?? [];
  const control = field === 'tags' ? byId('tag') : byId('ask').elements.namedItem(field ?? '');
  control?.setAttribute('aria-invalid', 'true');
  control?.setAttribute('aria-describedby', 'problem');
  control?.focus();
}

document.addEventListener('submit', (event) => {
  event.preventDefault();
  const body = toAskBody(new FormData(event.target, event.submitter));
  if (typeof body.q === 'string' && body.q.trim() !== '') void answer(body);
});

question.addEventListener('keydown', (event) => {
  // 229: Safari ends a composition before the key that confirmed it.
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
  event.preventDefault();
  byId('ask').requestSubmit();
});

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !hidePeek() && !closePanel()) asking?.abort();
  if (
    event.key !== '/' ||
    event.ctrlKey ||
    event.metaKey ||
    event.target.closest('input, textarea, select, dialog:modal')
  )
    return;
  event.preventDefault();
  question.focus();
  question.select();
});

byId('result').addEventListener('click', (event) => {
  const target = event.target.closest('a.pill, .card-title');
  const source = target && findSource(target);
  if (!source) return;
  event.preventDefault();
  hidePeek();
  void openPanel(source, target);
});

byId('stop').addEventListener('click', () => asking?.abort());

// Without HTTPS the clipboard is open to loopback pages only.
byId('copy').hidden = navigator.clipboard === undefined;
byId('copy').addEventListener('click', async () => {
  await navigator.clipboard.writeText(toCopyText(currentAnswer()));
  byId('copy').textContent = 'Copied';
  byId('live').textContent = 'Copied with sources';
});

installPeek(byId('answer'));
installScope();
