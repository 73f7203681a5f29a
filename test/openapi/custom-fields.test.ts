import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openApiWorld } from './open-api-world.ts';

const SELECT = {
  id: 9,
  name: 'state',
  data_type: 'select',
  extra_data: {
    select_options: [
      { id: 'abc', label: 'Paid' },
      { id: 'def', label: 'paid' },
      { id: 'ghi', label: 'Open' },
    ],
  },
};

async function open() {
  const world = await openApiWorld();
  world.fake.library.customFields.set(9, SELECT);
  return world;
}

describe('custom fields', () => {
  it('a PATCH with one field keeps the others', async () => {
    await using world = await open();
    const document = world.fake.library.documents.get(7)!;
    document.custom_fields = [
      { field: 1, value: 'EUR12.00' },
      { field: 3, value: 'K-1' },
    ];
    await world.succeed('documents_partial_update', { id: 7, custom_fields: [{ field: 3, value: 'K-2' }] });
    assert.deepEqual(world.last().body.custom_fields, [
      { field: 1, value: 'EUR12.00' },
      { field: 3, value: 'K-2' },
    ]);
  });

  it('replace_custom_fields takes the others away', async () => {
    await using world = await open();
    const custom_fields = [{ field: 3, value: 'K-2' }];
    await world.succeed('documents_partial_update', { id: 7, custom_fields, replace_custom_fields: true });
    assert.deepEqual(world.last().body, { custom_fields });
  });

  it('a select is named by its label, exactly or whatever its case; its id works too', async () => {
    await using world = await open();
    const send = async (value: string) => {
      const custom_fields = [{ field: 9, value }];
      await world.succeed('documents_partial_update', { id: 7, custom_fields, replace_custom_fields: true });
      return world.last().body.custom_fields[0].value;
    };
    assert.deepEqual(
      [await send('Paid'), await send('paid'), await send('OPEN'), await send('ghi')],
      ['abc', 'def', 'ghi', 'ghi'],
    );
  });

  it('an unknown or ambiguous label is refused with those there are', async () => {
    await using world = await open();
    for (const value of ['Pai', 'PAID'])
      assert.match(
        await world.fail('documents_partial_update', { id: 7, custom_fields: [{ field: 9, value }] }),
        /state has no option .* There are: Paid, paid, Open/,
      );
  });

  it('an unknown field is refused with those there are, a value left out as well', async () => {
    await using world = await open();
    const fail = (custom_fields: object[]) => world.fail('documents_partial_update', { id: 7, custom_fields });
    assert.match(await fail([{ field: 99, value: 'x' }]), /no custom field 99\. There are: .*9 state/);
    assert.match(await fail([{ field: 3 }]), /custom_fields must be/);
  });

  it('a field whose options have an unknown form keeps no other from being set', async () => {
    await using world = await open();
    const extra_data = { select_options: ['Paid', 'Open'] };
    world.fake.library.customFields.set(8, { id: 8, name: 'old', data_type: 'select', extra_data });
    await world.succeed('documents_partial_update', { id: 7, custom_fields: [{ field: 9, value: 'Open' }] });
    const call = { id: 7, custom_fields: [{ field: 8, value: 'Paid' }] };
    assert.match(await world.fail('documents_partial_update', call), /old has no option Paid/);
  });

  it('of many documents: values by field, or fields without values', async () => {
    await using world = await open();
    const edit = async (add_custom_fields: unknown) => {
      const parameters = { add_custom_fields, remove_custom_fields: [] };
      await world.succeed('bulk_edit', { documents: [7], method: 'modify_custom_fields', parameters });
      return world.last().body.parameters.add_custom_fields;
    };
    assert.deepEqual(await edit({ 9: 'Open' }), { 9: 'ghi' });
    assert.deepEqual(await edit([1, 3]), [1, 3]);
  });
});
