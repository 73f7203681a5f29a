import { html } from 'hono/html';
import type { FilterKind, FilterRequest } from '../../model.ts';
import type { NameCount } from '../name-lists.ts';
import { MAX_SPACE_NAME_CHARS } from '../public/kept.js';
import type { Words } from '../words/en.ts';

/** Lists at hand when the page is made; one that isn't is fetched by the page's script. */
export type KnownNames = Readonly<Partial<Record<FilterKind, readonly NameCount[]>>>;

/** Of the names that can be typed, those of most documents. All of them come with the script: the page must stay small. */
const MAX_OPTIONS = 5;
/** Types can't be typed: without the script one has to do with these. */
const MAX_TYPES = 30;

/** The controls by which a question is narrowed. `field` is the one that was refused, as in `filters.tags`. */
export function renderScopeRow(filters: FilterRequest, names: KnownNames, words: Words, field: string | undefined) {
  const { page, shared } = words;
  const refused = (name: string) =>
    field?.startsWith(`filters.${name}`) ? html` aria-invalid="true" aria-describedby="problem"` : '';
  return html`<fieldset class="scope" id="scope">
<legend class="unseen">${page.narrow}</legend>
<label class="field"><span>${page.correspondent}</span><input name="correspondent" list="correspondents" placeholder="${page.anyone}" autocomplete="off" value="${filters.correspondent ?? ''}"${refused('correspondent')} /></label>
<label class="field"><span>${page.type}</span><select name="document_type"${refused('document_type')}><option value="">${shared.any}</option>${renderTypes(filters.document_type, names.document_type ?? [])}</select></label>
<div class="field tags"><label for="tag">${page.tags}</label>
<div class="tag-box" id="tags">
${(filters.tags ?? []).map((tag) => html`<input name="tag" list="tag-names" value="${tag}" aria-label="${page.tag}" />`)}
<input id="tag" name="tag" list="tag-names" placeholder="${shared.any}" autocomplete="off"${refused('tags')} />
</div></div>
<label class="field"><span>${page.from}</span><input type="date" name="created_from" value="${filters.created_from ?? ''}"${refused('created_from')} /></label>
<label class="field"><span>${page.to}</span><input type="date" name="created_to" value="${filters.created_to ?? ''}"${refused('created_to')} /></label>
${renderOptions('correspondents', names.correspondent ?? [])}${renderOptions('tag-names', names.tag ?? [])}
</fieldset>
${renderSpaces(words)}`;
}

/** Filters under a name, kept in this browser; without the script there are none. */
function renderSpaces({ page }: Words) {
  return html`<div class="spaces" id="spaces" role="group" aria-label="${page.spaces}" hidden>
<span id="space-list"></span>
<span id="space-name" hidden><input id="space" form="space-form" maxlength="${MAX_SPACE_NAME_CHARS}" aria-label="${page.spaceName}" placeholder="${page.spaceName}" autocomplete="off" required /> <button class="quiet" form="space-form">${page.save}</button></span>
<button type="button" class="quiet" id="space-save" hidden>${page.saveSpace}</button>
<button type="button" class="quiet" id="clear" hidden>${page.clear}</button>
<span id="space-note" role="status"></span>
</div>`;
}

function renderOptions(id: string, names: readonly NameCount[]) {
  const most = names.toSorted((a, b) => b.count - a.count).slice(0, MAX_OPTIONS);
  return html`<datalist id="${id}">${most.map(({ name }) => html`<option value="${name}">`)}</datalist>`;
}

/** The chosen type stays in the list even when the library no longer has it: a filter is never dropped silently. */
function renderTypes(chosen: string | undefined, types: readonly NameCount[]) {
  const listed = types.slice(0, MAX_TYPES).map(({ name }) => name);
  const all = chosen === undefined || listed.includes(chosen) ? listed : [chosen, ...listed];
  return all.map((name) => {
    // What is shown loses its blanks, and is what is sent where nothing else is said.
    const value = name.trim().replace(/\s+/g, ' ') === name ? '' : html` value="${name}"`;
    return html`<option${value}${name === chosen ? html` selected` : ''}>${name}</option>`;
  });
}
