import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  CallId,
  DataOf,
  Grants,
  InputOf,
  ObjectGrant,
  RecordValues,
} from '../../src/contract/index.ts';
import { testServer, type Answer, type Auth, type TestServer } from '../../src/server/testing.ts';
import { newMember } from './members.ts';

/**
 * A workshop: 工 works on her own jobs and reads those of the others, without prices; 来 hands jobs in
 * and sees none. What each may do is known to the pages they get.
 */
let server: TestServer;
let builder: Auth;
let worker: Auth;
let guest: Auth;
let appId = '';
let mine = '';
let other = '';

async function made<I extends CallId>(id: I, input: InputOf<I>, as = builder): Promise<DataOf<I>> {
  const told = await server.call(id, input, as);
  expect(told.error?.errors ?? told.msg).toBe('ok');
  return told.data;
}
const refusal = ({ status, error }: Answer): string =>
  [status, ...(error?.errors?.length ? error.errors.map(({ reason }) => reason) : [error?.reason])]
    .filter(Boolean)
    .join(' ');
const call = async <I extends CallId>(id: I, input: InputOf<I>, as: Auth): Promise<string> =>
  refusal(await server.call(id, input, as));
let groups = 0;
async function group(members: readonly Auth[], grants: Grants, more: object = {}): Promise<string> {
  groups += 1;
  const { id } = await made('bizmeta.authgroup.create', {
    scopeType: 'project',
    name: `组${groups}`,
    members: { userIds: members.map(({ userid }) => userid) },
    grants,
    ...more,
  });
  return id;
}

const WORK: ObjectGrant = {
  ops: ['create', 'view', 'edit', 'comment'],
  scope: { view: 'all', edit: 'self', comment: 'self' },
  fields: { price: 'none', number: 'read' },
};
const HAND_IN: ObjectGrant = { ops: ['create'], fields: { price: 'none' } };

beforeAll(async () => {
  server = await testServer();
  const { tenant, auth } = await server.newTenant('workshop');
  builder = auth;
  worker = await newMember(server, tenant, '工');
  guest = await newMember(server, tenant, '来');
  appId = (await made('bizmeta.app.save', { name: '车间' })).id;
  await made('bizmeta.app.active', { id: appId, active: true });
  const text = (apiName: string) => ({ apiName, label: apiName, type: 'text' }) as const;
  await made('bizmeta.describe.create', {
    appId,
    describe: {
      apiName: 'job',
      label: '工单',
      fields: [
        text('title'),
        text('number'),
        { apiName: 'price', label: 'price', type: 'integer' },
      ],
    },
  });
  const create = (as: Auth, title: string) =>
    made('bizmeta.record.bulkCreate', { object: 'job', records: [{ title, price: 5 }] }, as);
  mine = (await create(worker, 'mine')).ids[0]!;
  other = (await create(builder, 'other')).ids[0]!;
  await made('bizmeta.authgroup.config', { objectApiName: 'job', defaultAccess: 'none' });
  await group([worker], { objects: { job: WORK } });
  await group([guest], { objects: { job: HAND_IN } });
});
afterAll(() => server?.close());

const detail = (id: string, as: Auth) => made('bizmeta.record.detail', { object: 'job', id }, as);

describe('what one may do', () => {
  it('is said of the object, of a record and of the records of a list', async () => {
    const { ops } = await made('bizmeta.describe.detail', { apiName: 'job' }, worker);
    expect(ops).toEqual(['create', 'view', 'edit', 'comment']);
    expect((await made('bizmeta.describe.detail', { apiName: 'job' })).ops).toBeUndefined();
    const own = { can: ['view', 'edit', 'comment'], locked: ['number'] };
    const read = { can: ['view'], locked: ['title', 'number'] };
    expect((await detail(mine, worker)).rights).toEqual(own);
    expect((await detail(other, worker)).rights).toEqual(read);
    expect((await detail(other, builder)).rights).toBeUndefined();
    const ask = { object: 'job', rights: true } as const;
    const { rights } = await made('bizmeta.record.list', ask, worker);
    expect(rights).toEqual({ [mine]: own, [other]: read });
    const grouped = { ...ask, groupBy: ['title'], within: ['mine'] };
    expect((await made('bizmeta.record.list', grouped, worker)).rights).toEqual({ [mine]: own });
    expect((await made('bizmeta.record.list', ask)).rights).toBeUndefined();
    expect((await made('bizmeta.record.list', { object: 'job' }, worker)).rights).toBeUndefined();
  });

  it('is what the server then allows', async () => {
    const edit = (record: RecordValues) =>
      call('bizmeta.record.bulkEdit', { object: 'job', records: [record] }, worker);
    expect(await edit({ id: mine, version: 1, number: 'N' })).toBe('403 FIELD_FORBIDDEN');
    expect(await edit({ id: other, version: 1, title: 'x' })).toBe('403 RECORD_FORBIDDEN');
    expect(await edit({ id: mine, version: 1, title: 'mine' })).toBe('200');
  });
});

describe('who only hands records in', () => {
  it('gets the form and what follows it in place of the list, and sees nothing', async () => {
    const page = async (pageKey: string) =>
      JSON.stringify(await made('bizmeta.page.schema', { pageKey }, guest));
    expect(await page('object.job.list')).toContain('已提交');
    expect(await page('object.job.form')).toContain('record.title');
    expect(await page('object.job.form')).not.toContain('price');
    for (const pageKey of ['object.job.detail', 'object.job.picker'])
      expect(await call('bizmeta.page.schema', { pageKey }, guest)).toBe('403 NO_ACCESS');
    expect(await made('bizmeta.record.defaults', { object: 'job' }, guest)).toBeTruthy();
    const given = { object: 'job', records: [{ title: 'handed in' }], read: true } as const;
    const { read } = await made('bizmeta.record.bulkCreate', given, guest);
    expect(read).toEqual([]);
    expect(await call('bizmeta.record.list', { object: 'job' }, guest)).toBe('403 NO_ACCESS');
    const apps = await made('bizmeta.app.list', {}, guest);
    expect(apps.map(({ objects }) => objects.map(({ apiName }) => apiName))).toEqual([['job']]);
  });
});
