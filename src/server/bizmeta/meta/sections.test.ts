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

it('keeps tabs and a layout of phones, whole through renames, and leaves them as they are when a request does not say', async () => {
  const { version } = await detail();
  const tabs = [
    { id: 'base', label: '基本' },
    { id: 'money', label: '财务' },
  ];
  const saved = await update({
    version,
    tabs,
    sections: [
      { id: 'a', label: '姓名', tab: 'base', items: [{ field: 'name' }] },
      { id: 'b', label: '联系', tab: null, items: [{ field: 'mobile' }] },
      {
        id: 'p',
        label: '手机',
        phone: true,
        tab: 'money',
        items: [{ field: 'mobile', hidden: true }],
      },
      { id: 'q', label: '不常用', phone: true, hidden: true, items: [{ field: 'name' }] },
    ],
  });
  expect(saved.msg).toBe('ok');
  const whole = await detail();
  expect(whole.tabs).toEqual(tabs);
  const renamed = await update({
    version: whole.version,
    fields: whole.fields
      .filter(({ apiName }) => apiName === 'mobile')
      .map((field) => ({ ...field, newName: 'phone' })),
  });
  expect(renamed.msg).toBe('ok');
  const later = await detail();
  expect(later.tabs).toEqual(tabs);
  const shape = { collapsed: false, columns: 2 };
  expect(later.sections).toEqual([
    { ...shape, id: 'a', label: '姓名', tab: 'base', items: [{ field: 'name' }] },
    { ...shape, id: 'b', label: '联系', items: [{ field: 'phone' }] },
    {
      ...shape,
      id: 'p',
      label: '手机',
      phone: true,
      tab: 'money',
      items: [{ field: 'phone', hidden: true }],
    },
    { ...shape, id: 'q', label: '不常用', phone: true, hidden: true, items: [{ field: 'name' }] },
  ]);
  // A tab that goes leaves sections the request does not name above the tabs.
  expect((await update({ version: later.version, tabs: [tabs[1]!] })).msg).toBe('ok');
  expect((await detail()).sections!.map(({ tab }) => tab)).toEqual([
    undefined,
    undefined,
    'money',
    undefined,
  ]);
});

it('refuses tabs of one name, sections of a tab that is gone, and fields hidden where phones are not meant', async () => {
  const { version } = await detail();
  const wrong = await update({
    version,
    tabs: [
      { id: 'x', label: '财务' },
      { id: 'x', label: '财务 ' },
      { id: 'z', label: ' ' },
    ],
    sections: [
      { id: 'a', label: '甲', tab: 'gone', items: [{ field: 'name' }] },
      { id: 'b', label: '乙', phone: true, items: [{ field: 'name' }, { field: 'zip' }] },
      { id: 'c', label: '丙', items: [{ field: 'note', hidden: true }] },
    ],
  });
  expect(wrong.error.errors?.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
    '/describe/tabs/1/label NAME_TAKEN',
    '/describe/tabs/1/id NAME_TAKEN',
    '/describe/tabs/2/label NAME_EMPTY',
    '/describe/sections/0/tab PAGE_INVALID',
    '/describe/sections/1/items/1/field UNKNOWN_FIELD',
    '/describe/sections/2 PAGE_INVALID',
    '/describe/sections/2/items/0/field UNKNOWN_FIELD',
  ]);
});
