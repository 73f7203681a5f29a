import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Permissions } from '../../src/model.ts';
import { maySee, type Rights } from '../../src/paperless/access.ts';

const ADMIN = 2;
const ANNA = 3;
const BEN = 4;
const FAMILY = 1;

const anna: Rights = { user: ANNA, groups: [FAMILY], isActive: true, isSuperuser: false, mayViewDocuments: true };
const withoutRight: Rights = { ...anna, mayViewDocuments: false };
const inactive: Rights = { ...anna, isActive: false };
const admin: Rights = { user: ADMIN, groups: [], isActive: true, isSuperuser: true, mayViewDocuments: false };

const documents: Readonly<Record<string, Permissions>> = {
  unowned: { owner: undefined, viewUsers: [], viewGroups: [] },
  own: { owner: ANNA, viewUsers: [], viewGroups: [] },
  foreign: { owner: BEN, viewUsers: [], viewGroups: [] },
  'shared with the user': { owner: BEN, viewUsers: [ANNA], viewGroups: [] },
  'shared with the group': { owner: BEN, viewUsers: [], viewGroups: [FAMILY] },
  'shared with others': { owner: BEN, viewUsers: [5], viewGroups: [2] },
};

/** Who sees which of the documents above, in that order. */
const table: readonly (readonly [string, Rights, readonly boolean[]])[] = [
  ['a user', anna, [true, true, false, true, true, false]],
  ['a user outside the group', { ...anna, groups: [] }, [true, true, false, true, false, false]],
  ['a user without view_document', withoutRight, [false, false, false, false, false, false]],
  ['an inactive user', inactive, [false, false, false, false, false, false]],
  ['a superuser', admin, [true, true, true, true, true, true]],
  ['an inactive superuser', { ...admin, isActive: false }, [false, false, false, false, false, false]],
];

describe('maySee', () => {
  for (const [who, rights, expected] of table)
    for (const [index, [what, permissions]] of Object.entries(documents).entries())
      it(`${expected[index] ? 'shows' : 'hides'} a document that is ${what} ${expected[index] ? 'to' : 'from'} ${who}`, () =>
        assert.equal(maySee(rights, permissions), expected[index]));
});
