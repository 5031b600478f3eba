import { describe, expect, it } from 'vitest';
import type { InputOf, RecordValues } from '../../../contract/index.ts';
import {
  builder,
  create,
  define,
  detail,
  edit,
  f,
  one,
  openRecordsServer,
  places,
  remove,
  server,
  user,
} from '../testing/records.ts';

openRecordsServer();

type Changes = InputOf<'bizmeta.record.bulkSet'>['changes'];
const set = (ids: readonly string[], changes: Changes, object = 'deal', as = user) =>
  server.call('bizmeta.record.bulkSet', { object, ids: [...ids], changes }, as);
const deals = async (records: RecordValues[]) => (await create('deal', records)).data.ids;
const read = async (id: string, object = 'deal') => (await detail(object, id)).data.record;

describe('many records are given the same values', () => {
  it('sets what is named and leaves the rest, and an edit with the answer undoes it exactly', async () => {
    const ids = await deals([
      { title: '一', count: 1, tags: ['p'], note: '甲' },
      { title: '二', count: 2, owner: builder.userid },
    ]);
    const was = [await read(ids[0]!), await read(ids[1]!)];
    const { data } = await set(ids, [
      { field: 'count', value: 7 },
      { field: 'owner', value: user.userid },
      { field: 'tags' },
    ]);
    expect([data.count, data.gone]).toEqual([2, 0]);
    for (const [i, id] of ids.entries())
      expect(await read(id)).toMatchObject({
        title: ['一', '二'][i],
        count: 7,
        owner: user.userid,
        tags: null,
        version: 2,
      });
    expect((await edit('deal', data.before)).code).toBe(200);
    for (const [i, id] of ids.entries()) {
      const { count, owner, tags, note } = was[i]!;
      expect(await read(id)).toMatchObject({ count, owner, tags, note, version: 3 });
    }
  });

  it('writes over no change of another: undoing is refused once one was changed', async () => {
    const ids = await deals([{ title: '甲' }, { title: '乙' }]);
    const { data } = await set(ids, [{ field: 'note', value: '成批' }]);
    await edit('deal', [{ id: ids[1], version: 2, note: '别人' }]);
    expect((await edit('deal', data.before)).error.reason).toBe('STALE_VERSION');
    expect([(await read(ids[0]!))['note'], (await read(ids[1]!))['note']]).toEqual([
      '成批',
      '别人',
    ]);
  });

  it('keeps what others changed elsewhere in the record, and counts those deleted meanwhile', async () => {
    const ids = await deals([{ title: '甲' }, { title: '乙' }, { title: '丙' }]);
    await edit('deal', [{ id: ids[0], version: 1, note: '别人' }]);
    await remove('deal', [ids[2]!]);
    const { data } = await set(ids, [{ field: 'count', value: 5 }]);
    expect([data.count, data.gone]).toEqual([2, 1]);
    expect(await read(ids[0]!)).toMatchObject({ note: '别人', count: 5 });
    expect((await set([ids[2]!], [{ field: 'count', value: 6 }])).error.reason).toBe(
      'RECORD_UNKNOWN',
    );
  });

  it('undoes what a lookup filled in beside it', async () => {
    await define('shelf', [f('name', '名称', 'text'), f('place', '位置', 'text')]);
    await define('box', [
      f('name', '名称', 'text'),
      f('place', '位置', 'text'),
      f('shelf', '货架', 'lookup', {
        refObject: 'shelf',
        fills: [{ from: 'place', to: 'place' }],
      }),
    ]);
    const shelf = await one('shelf', { name: 'A', place: '东区' });
    const box = await one('box', { name: '箱', place: '门口' });
    const { data } = await set([box], [{ field: 'shelf', value: shelf }], 'box');
    expect(await read(box, 'box')).toMatchObject({ shelf, place: '东区' });
    await edit('box', data.before);
    expect(await read(box, 'box')).toMatchObject({ shelf: null, place: '门口' });
  });
});

describe('is refused whole', () => {
  it('a value one record could not have is reported once, at its change', async () => {
    const ids = await deals([{ title: '甲' }, { title: '乙' }]);
    const answer = await set(ids, [
      { field: 'note', value: '好' },
      { field: 'count', value: 500 },
      { field: 'title' },
    ]);
    expect(places(answer)).toEqual(['/changes/1/value VALUE_RANGE', '/changes/2/value REQUIRED']);
    expect(await read(ids[0]!)).toMatchObject({ version: 1, note: null });
  });

  it('fields that are computed, unique, rows, of the system, unknown or given twice', async () => {
    const id = await one('client', { name: '客户' });
    expect(
      places(
        await set(
          [id],
          [
            { field: 'code', value: 'x' },
            { field: 'createdBy', value: user.userid },
            { field: 'nothing', value: 1 },
            { field: 'name', value: '一' },
            { field: 'name', value: '二' },
          ],
          'client',
        ),
      ),
    ).toEqual([
      '/changes/0/field READONLY_FIELD',
      '/changes/1/field UNKNOWN_FIELD',
      '/changes/2/field UNKNOWN_FIELD',
      '/changes/4/field GIVEN_TWICE',
    ]);
  });

  it('another company has no such record', async () => {
    const id = await one('deal', { title: '我们的' });
    const stranger = (await server.newTenant('bulk-neighbour')).auth;
    await define('deal', [f('title', '标题', 'text')], stranger);
    expect(
      (await set([id], [{ field: 'title', value: '他们的' }], 'deal', stranger)).error.reason,
    ).toBe('RECORD_UNKNOWN');
    expect((await read(id))['title']).toBe('我们的');
  });
});
