import { html } from 'hono/html';
import type { FilterKind, FilterRequest } from '../../model.ts';
import type { NameCount } from '../name-lists.ts';

/** Lists at hand when the page is made; one that isn't is fetched by the page's script. */
export type KnownNames = Readonly<Partial<Record<FilterKind, readonly NameCount[]>>>;

/** Longer lists come with the script: the page must stay small. */
const MAX_OPTIONS = 100;

/** The controls by which a question is narrowed. `field` is the one that was refused, as in `filters.tags`. */
export function renderScopeRow(filters: FilterRequest, names: KnownNames, field: string | undefined) {
  const refused = (name: string) =>
    field === `filters.${name}` ? html` aria-invalid="true" aria-describedby="problem"` : '';
  return html`<fieldset class="scope" id="scope">
    <legend class="unseen">Narrow the question to</legend>
    <label class="field"
      ><span>Correspondent</span
      ><input name="correspondent" list="correspondents" placeholder="Anyone" autocomplete="off" value="${filters.correspondent ?? ''}"${refused('correspondent')}
    /></label>
    <label class="field"
      ><span>Type</span
      ><select name="document_type"${refused('document_type')}>
        <option value="">Any</option>
        ${toTypes(filters.document_type, names.document_type ?? [])}
      </select></label
    >
    <div class="field tags">
      <label for="tag">Tags</label>
      <div class="tag-box" id="tags">
        ${(filters.tags ?? []).map((tag) => html`<input name="tag" list="tag-names" value="${tag}" aria-label="Tag" />`)}
        <input id="tag" name="tag" list="tag-names" placeholder="Any" autocomplete="off"${refused('tags')} />
      </div>
    </div>
    <label class="field"
      ><span>From</span><input type="date" name="created_from" value="${filters.created_from ?? ''}"${refused('created_from')}
    /></label>
    <label class="field"
      ><span>To</span><input type="date" name="created_to" value="${filters.created_to ?? ''}"${refused('created_to')}
    /></label>
    <button type="button" class="quiet" id="clear" hidden>Clear</button>
    ${renderOptions('correspondents', names.correspondent ?? [])} ${renderOptions('tag-names', names.tag ?? [])}
  </fieldset>`;
}

function renderOptions(id: string, names: readonly NameCount[]) {
  return html`<datalist id="${id}">${names.slice(0, MAX_OPTIONS).map(({ name }) => html`<option value="${name}"></option>`)}</datalist>`;
}

/** The chosen type stays in the list even when the library no longer has it: a filter is never dropped silently. */
function toTypes(chosen: string | undefined, types: readonly NameCount[]) {
  const listed = types.map(({ name }) => name);
  const all = chosen === undefined || listed.includes(chosen) ? listed : [chosen, ...listed];
  return all.map((name) => html`<option value="${name}"${name === chosen ? html` selected` : ''}>${name}</option>`);
}
