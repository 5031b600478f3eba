import { describe, expect, it } from 'vitest';
import {
  add,
  builder,
  create,
  detail,
  f,
  openDescribeServer,
  rows,
  server,
  update,
  user,
} from '../testing/describe.ts';

openDescribeServer();

const removed = async (apiName: string) =>
  (await server.call('bizmeta.describe.removedFields', { apiName }, builder)).data;
/** Saves the object with these fields in place of those it has. */
const save = async (apiName: string, fields: readonly object[]) => {
  const { id, version, label } = await detail(apiName);
  return update({ id, version, label, fields: fields as never });
};
/** A field that names other records of the same object. */
async function addPeers(apiName: string) {
  const { fields } = await detail(apiName);
  await save(apiName, [...fields, f('peers', 'lookups', { refObject: apiName })]);
}
/** An object with three records, all of its fields but the name removed. */
async function withRemoved(apiName: string) {
  await create(apiName, [
    f('name', 'text'),
    f('price', 'decimal'),
    f('double', 'formula', { formula: 'price * 2' }),
    f('lines', 'subTable', { fields: [{ label: '品名', type: 'text', apiName: 'item' }] }),
  ]);
  await addPeers(apiName);
  const ids = (
    await add(
      apiName,
      { name: '甲', price: 12.5, lines: [{ item: '一' }, { item: '二' }] },
      { name: '乙', price: 3 },
    )
  ).data.ids;
  await add(apiName, { name: '丙', peers: ids });
  const { fields } = await detail(apiName);
  await save(
    apiName,
    fields.map((field) => (field.apiName === 'name' ? field : { ...field, removed: true })),
  );
}

describe('removed fields', () => {
  it('are listed with the number of their values and come back with them', async () => {
    await withRemoved('bin');
    const bin = await removed('bin');
    expect(bin).toMatchObject({
      values: 6,
      fields: expect.arrayContaining([
        expect.objectContaining({ label: '字段price', typeTitle: '小数', values: 2 }),
        expect.objectContaining({ label: '字段lines', values: 2 }),
        expect.objectContaining({ label: '字段peers', values: 2 }),
        expect.objectContaining({ label: '字段double', values: 0 }),
      ]),
    });
    const { fields } = await detail('bin');
    const back = await save('bin', [...fields, ...bin.fields.map(({ field }) => field)]);
    expect(back.msg).toBe('ok');
    expect(await rows('bin')).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: '甲', price: 12.5 })]),
    );
    expect((await detail('bin')).fields.map(({ apiName }) => apiName).toSorted()).toEqual([
      'double',
      'lines',
      'name',
      'peers',
      'price',
    ]);
    expect((await removed('bin')).fields).toEqual([]);
  });
  it('do not come back under a name another field has by now', async () => {
    await withRemoved('taken');
    const { fields } = await detail('taken');
    await save('taken', [...fields, f('price', 'integer', { label: '单价' })]);
    const { field } = (await removed('taken')).fields.find((each) => each.label === '字段price')!;
    const now = (await detail('taken')).fields;
    const refused = await save('taken', [...now, field]);
    expect(refused.error.errors).toMatchObject([
      { path: '/describe/fields/2/apiName', reason: 'NAME_TAKEN' },
    ]);
    expect((await save('taken', [...now, { ...field, apiName: 'oldPrice' }])).msg).toBe('ok');
    expect((await rows('taken'))[0]).toHaveProperty('oldPrice');
  });
  it('are cleared on purpose, with their data, and by builders only', async () => {
    await withRemoved('emptied');
    const { ids, fields } = await removed('emptied');
    const clear = (as = builder) =>
      server.call('bizmeta.describe.purgeFields', { apiName: 'emptied', ids }, as);
    expect((await clear(user)).code).toBe(403);
    expect((await clear()).data).toEqual({ count: 4 });
    expect((await clear()).data).toEqual({ count: 0 });
    expect((await removed('emptied')).fields).toEqual([]);
    expect(await rows('emptied')).toHaveLength(3);
    const now = (await detail('emptied')).fields;
    const refused = await save('emptied', [...now, ...fields.map(({ field }) => field)]);
    expect(refused.error.reason).toBe('UNKNOWN_FIELD');
  });
  it('leave fields in use alone', async () => {
    await create('kept', [f('name', 'text')]);
    await add('kept', { name: '甲' });
    const ids = (await detail('kept')).fields.map(({ id }) => id);
    const { data } = await server.call(
      'bizmeta.describe.purgeFields',
      { apiName: 'kept', ids },
      builder,
    );
    expect([data, (await rows('kept'))[0]]).toEqual([
      { count: 0 },
      expect.objectContaining({ name: '甲' }),
    ]);
  });
  it('are unknown to another company', async () => {
    await withRemoved('foreign');
    const { auth } = await server.newTenant('removed-other');
    const { ids } = await removed('foreign');
    const inputs = { removedFields: {}, purgeFields: { ids }, fieldUses: { id: ids[0] } };
    for (const [call, more] of Object.entries(inputs)) {
      const input = { apiName: 'foreign', ...more } as never;
      const id = `bizmeta.describe.${call as keyof typeof inputs}` as const;
      expect((await server.call(id, input, auth)).error.reason).toBe('OBJECT_UNKNOWN');
    }
    expect((await removed('foreign')).ids).toEqual(ids);
  });
});

describe('what uses a field', () => {
  const uses = async (apiName: string, name: string) => {
    const { id } = (await detail(apiName)).fields.find((each) => each.apiName === name)!;
    return (await server.call('bizmeta.describe.fieldUses', { apiName, id }, builder)).data;
  };
  it('is said with kind and label before it is deleted', async () => {
    await create('used', [
      f('name', 'text'),
      f('price', 'decimal', { label: '单价' }),
      f('total', 'formula', { label: '总价', formula: 'price * 2' }),
      f('note', 'text', { label: '备注', requiredWhen: 'price > 100' }),
    ]);
    await server.call(
      'bizmeta.customView.create',
      {
        object: 'used',
        view: {
          name: '按单价',
          kind: 'grid',
          scope: 'shared',
          sort: [{ field: 'price', dir: 'asc' }],
        },
      } as never,
      builder,
    );
    expect(await uses('used', 'price')).toMatchObject({
      count: 3,
      text: '公式“总价”、规则“备注”、视图“按单价”',
    });
    expect(await uses('used', 'note')).toEqual({ count: 0, text: '', uses: [] });
  });
  it('is said by its label when a formula still reads it', async () => {
    const { fields } = await detail('used');
    const refused = await save(
      'used',
      fields.map((field) => (field.apiName === 'price' ? { ...field, removed: true } : field)),
    );
    expect(refused.error.errors?.map(({ msg }) => msg)).toContain('公式有误：字段“单价”已删除');
  });
});

describe('what a record is called by when none was chosen', () => {
  const name = { label: '名称', type: 'text', apiName: 'called' } as const;
  const phone = { label: '报修电话', type: 'phone', apiName: 'phone' } as const;
  const number = { label: '编号', type: 'autoNumber', apiName: 'number' } as const;
  const note = { label: '备注', type: 'text', apiName: 'note' } as const;
  it.each([
    ['text called a name', [phone, note, number, name], 'called'],
    ['number of its own', [phone, note, number], 'number'],
    ['first text', [phone, note], 'note'],
    ['record’s own number, never a phone number', [phone], 'id'],
  ])('is the %s', async (what, fields, title) => {
    const apiName = `titled${title}`;
    await create(
      apiName,
      fields.map((field) => ({ ...field })),
    );
    expect([what, (await detail(apiName)).titleField]).toEqual([what, title]);
  });
  it('or a new field the request names by its label', async () => {
    await create('chosen', [{ ...name }, { label: '型号', type: 'text' }], { titleField: '型号' });
    expect((await detail('chosen')).titleField).toBe('xingHao');
  });
});
