import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DescribeInput } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let builder: Auth;
beforeAll(async () => {
  server = await testServer();
  builder = await server.signIn('builder');
});
afterAll(() => server?.close());

const fields: DescribeInput['fields'] = [
  { label: '姓名', type: 'text', apiName: 'name' },
  { apiName: 'phone', label: '电话', type: 'text' },
  { apiName: 'note', label: '备注', type: 'text' },
];
const detail = async () =>
  (await server.call('bizmeta.describe.detail', { apiName: 'person' }, builder)).data;
const update = (describe: Partial<DescribeInput> & { version: number }) =>
  server.call(
    'bizmeta.describe.update',
    { describe: { apiName: 'person', label: '人员', fields: [], ...describe } },
    builder,
  );

it('stores the sections of an object, follows renamed fields and leaves out removed ones', async () => {
  const made = await server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'person',
        label: '人员',
        fields,
        sections: [
          { label: '基本', items: [{ field: 'phone', span: 2 }, { field: '姓名' }] },
          { id: 'more', label: '其他', collapsed: true, columns: 3, items: [{ field: 'note' }] },
        ],
      },
    },
    builder,
  );
  expect(made.msg).toBe('ok');
  const first = await detail();
  expect(first.sections).toEqual([
    {
      id: expect.any(String),
      label: '基本',
      collapsed: false,
      columns: 2,
      items: [{ field: 'phone', span: 2 }, { field: 'name' }],
    },
    { id: 'more', label: '其他', collapsed: true, columns: 3, items: [{ field: 'note' }] },
  ]);
  // A describe that was read, changed and sent back whole.
  expect(
    (
      await update({
        ...first,
        fields: first.fields.map((field) =>
          field.apiName === 'phone' ? { ...field, apiName: 'mobile' } : field,
        ),
      })
    ).msg,
  ).toBe('ok');
  expect((await detail()).sections![0]!.items).toEqual([
    { field: 'mobile', span: 2 },
    { field: 'name' },
  ]);
  // As the designer saves it: whole, with the field in its section and marked as removed.
  const whole = await detail();
  expect(
    (
      await update({
        ...whole,
        fields: whole.fields.map((field) =>
          field.apiName === 'note' ? { ...field, removed: true } : field,
        ),
      })
    ).msg,
  ).toBe('ok');
  expect((await detail()).sections![1]!.items).toEqual([]);
});

it('refuses sections with no name, unknown fields and a field in two sections, each with its path', async () => {
  const { version } = await detail();
  const wrong = await update({
    version,
    sections: [
      { id: 'a', label: ' ', items: [{ field: 'name' }, { field: 'zip' }] },
      { id: 'a', label: '乙', items: [{ field: 'name' }] },
    ],
  });
  expect(wrong.error.errors?.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
    '/describe/sections/0/label NAME_EMPTY',
    '/describe/sections/0/items/1/field UNKNOWN_FIELD',
    '/describe/sections/1/id NAME_TAKEN',
    '/describe/sections/1/items/0/field NAME_TAKEN',
  ]);
});
