// One question of the conversation with its answer and its sources.

import { createAnswerBox } from './answer-box.js';
import { announce, askAgain, element, fromTemplate } from './dom.js';
import { words } from './page-words.js';
import { toCard } from './source-card.js';
import { count, toFilterWords, toWarning } from './words.js';

let made = 0;

/**
 * The element of a turn and what it shows: `apply` takes the events of its answer, `breakOff` ends it early. `text`,
 * `sources`, `citations` and `title` are those received so far.
 */
export function createTurnView(q, filters) {
  made += 1;
  const root = fromTemplate('turn');
  const find = (name) => root.querySelector(`.${name}`);
  const turn = { element: root, q, filters, text: '', sources: [], citations: undefined, title: '', apply, breakOff };
  const prefix = `source-${made}-`;
  const box = createAnswerBox(find('answer'), turn, (n) => `#${prefix}${n}`);
  find('asked').textContent = q;
  find('asked').id = `${prefix}asked`;
  root.setAttribute('aria-labelledby', find('asked').id);
  const chosen = toFilterWords(filters, words).flatMap((word) => [element('span', { className: 'tag' }, word), ' ']);
  if (chosen.length > 0) find('only').append(`${words.only} `, ...chosen, askAgain(q, {}, words.everywhere));
  find('answer').ariaBusy = 'true';
  showPhase(words.phases.searching);
  return turn;

  function apply(event) {
    if (event.type === 'phase') showPhase(words.phases[event.name] ?? '');
    if (event.type === 'sources') showSources(event);
    if (event.type === 'token') {
      turn.text += event.text;
      box.drawSoon();
    }
    if (event.type === 'done') finish(event);
  }

  function showPhase(said) {
    root.classList.add('busy');
    if (find('outcome').textContent === said) return;
    find('outcome').textContent = said;
    announce(said);
  }

  function showSources({ sources, proposed }) {
    turn.sources = sources;
    const offers = proposed.map(({ filter }) =>
      askAgain(q, { ...filters, ...filter }, toFilterWords(filter, words).join(', ')),
    );
    if (offers.length > 0) find('proposed').replaceChildren(`${words.narrowTo} `, ...offers);
  }

  /** What was received stays. */
  function breakOff(title) {
    const cited = turn.sources.filter(({ n }) => turn.text.includes(`[${n}]`));
    // None of them was checked.
    turn.citations = cited.map(({ n, passage }) => ({ n, passage }));
    end(title, cited.length > 0 ? words.unproven : '', []);
    announce(title);
  }

  function finish({ outcome, citations, near = [], missing_words: missing, degraded }) {
    turn.citations = citations;
    const { title, note } = words.outcomes[outcome];
    end(title, citations.every(({ checked }) => checked) ? note : `${note} ${words.doubted}`, near);
    const warning = toWarning(missing, degraded, words);
    find('warning').hidden = warning === '';
    find('warning').textContent = warning;
    const used = citations.length === 0 ? '' : count(words.sources, citations.length, words);
    const said = [title, warning, used].filter(Boolean);
    announce(said.map((part) => part.replace(/\.$/, '')).join('. '));
  }

  function end(title, note, near) {
    turn.title = title;
    box.draw();
    find('answer').ariaBusy = 'false';
    root.classList.remove('busy');
    find('outcome').textContent = title;
    find('note').textContent = note;
    find('tools').hidden = false;
    // Without HTTPS the clipboard is open to loopback pages only.
    find('copy').hidden = turn.text === '' || navigator.clipboard === undefined;
    const used = turn.sources.filter(({ n }) => turn.citations.some((citation) => citation.n === n));
    const others = near.length > 0 ? near : turn.sources.filter((source) => !used.includes(source));
    list('used', used, words.sources);
    list('others', others, used.length > 0 ? words.further : words.nearest);
    find('others').open = near.length > 0;
  }

  function list(name, sources, forms) {
    const details = find(name);
    details.hidden = sources.length === 0;
    details.querySelector('summary').textContent = count(forms, sources.length, words);
    details.querySelector('ol').replaceChildren(...sources.map((source) => toCard(source, prefix + source.n)));
  }
}
