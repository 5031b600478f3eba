import { afterAll, beforeAll, expect } from 'vitest';
import type { FieldInput, RecordValues } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

export let server: TestServer;
export let builder: Auth;
export let user: Auth;
export const f = (
  apiName: string,
  label: string,
  type: FieldInput['type'],
  more: Partial<FieldInput> = {},
): FieldInput => ({ apiName, label, type, ...more });

export const define = async (apiName: string, fields: FieldInput[], as = builder) =>
  expect(
    (
      await server.call(
        'bizmeta.describe.create',
        { describe: { apiName, label: `${apiName}表`, fields } },
        as,
      )
    ).code,
  ).toBe(200);
export const create = (object: string, records: RecordValues[], requestId?: string) =>
  server.call('bizmeta.record.bulkCreate', { object, records, requestId }, user);
export const edit = (object: string, records: RecordValues[]) =>
  server.call('bizmeta.record.bulkEdit', { object, records }, user);
export const remove = (object: string, ids: string[]) =>
  server.call('bizmeta.record.bulkDelete', { object, ids }, user);
export const restore = (object: string, ids: string[]) =>
  server.call('bizmeta.record.restore', { object, ids }, user);
export const detail = (object: string, id: string) =>
  server.call('bizmeta.record.detail', { object, id }, user);
export const list = async (object: string, more: object = {}) =>
  (await server.call('bizmeta.record.list', { object, size: 200, ...more }, user)).data;
export const one = async (object: string, record: RecordValues) => {
  const answer = await create(object, [record]);
  expect(answer.msg).toBe('ok');
  return answer.data.ids[0]!;
};
export const places = (answer: { error: { errors?: { path: string; reason: string }[] } }) =>
  answer.error.errors?.map(({ path, reason }) => `${path} ${reason}`);

/** A server with clients and deals, for one file of tests. */
export function openRecordsServer(): void {
  beforeAll(async () => {
    server = await testServer();
    [builder, user] = [await server.signIn('builder'), await server.signIn('user')];
    await define('client', [
      f('name', '名称', 'text', { required: true, maxLength: 10 }),
      f('code', '编号', 'text', { unique: true }),
    ]);
    await define('deal', [
      f('title', '标题', 'text', { required: true }),
      f('client', '客户', 'lookup', { refObject: 'client' }),
      f('count', '数量', 'integer', { min: 1, max: 100 }),
      f('price', '单价', 'decimal', { precision: 7, scale: 2 }),
      f('total', '合计', 'currency', { defaultValue: 9.5 }),
      f('done', '完成', 'boolean'),
      f('day', '日期', 'date'),
      f('at', '时间', 'dateTime'),
      f('state', '状态', 'singleSelect', {
        options: [
          { code: 'x', label: '甲' },
          { code: 'y', label: '乙' },
        ],
        defaultValue: 'y',
      }),
      f('tags', '标签', 'multiSelect', {
        options: [
          { code: 'p', label: '一' },
          { code: 'q', label: '二' },
        ],
      }),
      f('owner', '负责人', 'user'),
      f('unit', '部门', 'dept'),
      f('files', '附件', 'attachment'),
      f('mail', '邮箱', 'email'),
      f('tel', '电话', 'phone'),
      f('site', '网址', 'url'),
      f('note', '说明', 'longText'),
    ]);
  });
  afterAll(() => server?.close());
}
