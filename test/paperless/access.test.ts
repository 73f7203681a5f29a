import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Permissions } from '../../src/model.ts';
import { maySee, type Rights } from '../../src/paperless/access.ts';

const ADMIN = 2;
const ANNA = 3;
const BEN = 4;
const FAMILY = 1;

const permissions = new Set(['view_document', 'view_correspondent', 'view_documenttype', 'view_tag']);
const anna: Rights = { user: ANNA, groups: [FAMILY], isActive: true, isSuperuser: false, permissions };
const inactive: Rights = { ...anna, isActive: false };
const admin: Rights = { user: ADMIN, groups: [], isActive: true, isSuperuser: true, permissions: new Set() };

const objects: Readonly<Record<string, Permissions>> = {
  unowned: { owner: undefined, viewUsers: [], viewGroups: [] },
  own: { owner: ANNA, viewUsers: [], viewGroups: [] },
  foreign: { owner: BEN, viewUsers: [], viewGroups: [] },
  'shared with the user': { owner: BEN, viewUsers: [ANNA], viewGroups: [] },
  'shared with the group': { owner: BEN, viewUsers: [], viewGroups: [FAMILY] },
  'shared with others': { owner: BEN, viewUsers: [5], viewGroups: [2] },
};

/** Who sees which of the objects above, in that order. */
const table: readonly (readonly [string, Rights, readonly boolean[]])[] = [
  ['a user', anna, [true, true, false, true, true, false]],
  ['a user outside the group', { ...anna, groups: [] }, [true, true, false, true, false, false]],
  ['a user without permissions', { ...anna, permissions: new Set() }, [false, false, false, false, false, false]],
  ['an inactive user', inactive, [false, false, false, false, false, false]],
  ['a superuser', admin, [true, true, true, true, true, true]],
  ['an inactive superuser', { ...admin, isActive: false }, [false, false, false, false, false, false]],
];

const KINDS = ['document', 'correspondent', 'document_type', 'tag'] as const;

describe('maySee', () => {
  for (const [who, rights, expected] of table)
    for (const [index, [what, object]] of Object.entries(objects).entries())
      it(`${expected[index] ? 'shows' : 'hides'} what is ${what} ${expected[index] ? 'to' : 'from'} ${who}`, () => {
        for (const kind of KINDS) assert.equal(maySee(rights, kind, object), expected[index], kind);
      });

  it('wants the permission of each kind by itself', () => {
    const unowned = objects.unowned ?? assert.fail();
    for (const right of permissions) {
      const seen = KINDS.filter((kind) => maySee({ ...anna, permissions: new Set([right]) }, kind, unowned));
      assert.deepEqual(seen.length, 1, right);
    }
  });
});
