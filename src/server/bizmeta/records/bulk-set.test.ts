import { describe, expect, it, vi } from 'vitest';
import type { InputOf, ObjectGrant, RecordValues } from '../../../contract/index.ts';
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

/** Undoes a change, as a job; what came of it. */
async function undone(id: string, object = 'deal', as = user) {
  const { data } = await server.call('bizmeta.record.undoBulk', { object, id }, as);
  const job = () => server.call('upm.job.detail', { id: data.job }, as);
  await vi.waitFor(async () => expect((await job()).data.state).toBe('done'), {
    timeout: 20_000,
    interval: 50,
  });
  return (await server.call('bizmeta.record.bulkUndo', { object, id }, as)).data;
}

describe('many records are given the same values', () => {
  it('sets what is named and leaves the rest, and undoing gives back what was there', async () => {
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
    expect(await undone(data.undo)).toMatchObject({ restored: 2, skipped: [] });
    for (const [i, id] of ids.entries()) {
      const { count, owner, tags, note } = was[i]!;
      expect(await read(id)).toMatchObject({ count, owner, tags, note, version: 3 });
    }
  });

  it('undoing leaves what was changed since, is gone or is refused, and says why', async () => {
    const ids = await deals(['甲', '乙', '丙', '丁'].map((title) => ({ title, count: 1 })));
    const { data } = await set(ids, [
      { field: 'note', value: '成批' },
      { field: 'count', value: 2 },
    ]);
    await edit('deal', [{ id: ids[1], version: 2, note: '别人', title: '乙乙' }]);
    await remove('deal', [ids[2]!]);
    const { restored, skipped } = await undone(data.undo);
    expect(restored).toBe(3);
    expect(skipped).toEqual([
      { id: ids[1], title: '乙乙', why: '「说明」之后又被改过，保留现在的内容' },
      { id: ids[2], title: '', why: '已被删除，或不能再查看' },
    ]);
    expect(await read(ids[1]!)).toMatchObject({ note: '别人', count: 1, title: '乙乙' });
    expect(await read(ids[0]!)).toMatchObject({ note: null, count: 1, version: 3 });
    // Asked again it is the same undo; another person, object or company has no such change.
    expect(await undone(data.undo)).toMatchObject({ restored: 3 });
    const ask = (as: typeof user, object = 'deal') =>
      server.call('bizmeta.record.undoBulk', { object, id: data.undo }, as);
    const stranger = (await server.newTenant('undo-neighbour')).auth;
    await define('deal', [f('title', '标题', 'text')], stranger);
    for (const answer of [await ask(builder), await ask(user, 'client'), await ask(stranger)])
      expect(answer.error.reason).toBe('BULK_CHANGE_UNKNOWN');
  });

  it('is not undone any more after a day', async () => {
    const ids = await deals([{ title: '一', note: '前' }]);
    const { data } = await set(ids, [{ field: 'note', value: '后' }]);
    await server.db.withTenant(server.demo, (tx) =>
      tx.run(
        `UPDATE bizmeta.bulk_change SET created_at = created_at - interval '25 hours'
          WHERE tenant_id = $1 AND id = $2::uuid`,
        [tx.tenant.id, data.undo],
      ),
    );
    const late = await server.call(
      'bizmeta.record.undoBulk',
      { object: 'deal', id: data.undo },
      user,
    );
    expect(late.error.reason).toBe('BULK_CHANGE_UNKNOWN');
    expect(await read(ids[0]!)).toMatchObject({ note: '后' });
  });

  it('one whose undoing goes on is not forgotten by the next change', async () => {
    const ids = await deals([{ title: '一', note: '前' }]);
    const { data } = await set(ids, [{ field: 'note', value: '后' }]);
    await undone(data.undo);
    const age = (state: string) =>
      server.db.withTenant(server.demo, async (tx) => {
        await tx.run(
          `UPDATE bizmeta.bulk_change SET created_at = now() - interval '25 hours'
            WHERE tenant_id = $1 AND id = $2::uuid`,
          [tx.tenant.id, data.undo],
        );
        await tx.run(
          `UPDATE kernel.job SET state = $3, next_at = now() + interval '1 day' WHERE tenant_id = $1
            AND id = (SELECT undo_job::text FROM bizmeta.bulk_change WHERE id = $2::uuid)`,
          [tx.tenant.id, data.undo, state],
        );
      });
    const asked = async () => {
      await set(ids, [{ field: 'note', value: '又' }]);
      const found = { object: 'deal', id: data.undo };
      return (await server.call('bizmeta.record.bulkUndo', found, user)).msg;
    };
    await age('waiting');
    expect(await asked()).toBe('ok');
    await age('done');
    expect(await asked()).not.toBe('ok');
  });

  it('undoing asks again what the person may do', async () => {
    const seller = await server.signIn('user');
    await define('lot', [f('name', '名称', 'text'), f('note', '说明', 'text')]);
    const all: ObjectGrant = { ops: ['create', 'view', 'edit', 'bulk'] };
    const group = await server.call(
      'bizmeta.authgroup.create',
      {
        scopeType: 'object',
        scopeId: 'lot',
        name: '改',
        members: { userIds: [seller.userid] },
        grants: { objects: { lot: all } },
      },
      builder,
    );
    await server.call(
      'bizmeta.authgroup.config',
      { objectApiName: 'lot', defaultAccess: 'none' },
      builder,
    );
    const id = await one('lot', { name: '甲', note: '前' });
    const { data } = await set([id], [{ field: 'note', value: '后' }], 'lot', seller);
    await server.call(
      'bizmeta.authgroup.update',
      {
        id: group.data.id,
        version: 1,
        name: '改',
        grants: { objects: { lot: { ops: ['view', 'bulk'] } } },
      } as never,
      builder,
    );
    const { restored, skipped } = await undone(data.undo, 'lot', seller);
    expect([restored, skipped.length]).toEqual([0, 1]);
    expect((await read(id, 'lot'))['note']).toBe('后');
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
    await undone(data.undo, 'box');
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
