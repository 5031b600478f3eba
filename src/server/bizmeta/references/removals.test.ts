import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobDone, type Auth } from '../../testing.ts';
import { builderOf } from '../testing/builder.ts';
import { TestClient, f } from '../testing/index.ts';

let client: TestClient;
let admin: Auth;
beforeAll(async () => {
  client = await TestClient.open();
  admin = await client.server.signIn('admin');
});
afterAll(() => client?.close());
const call: TestClient['server']['call'] = (id, input, as = client.builder) =>
  client.server.call(id, input, as);

const FORM = (mode: 'member' | 'link') => ({
  terminal: 'both' as const,
  layout: { pages: [{ sections: [{ items: [{ kind: 'field' as const, field: 'name' }] }] }] },
  rules: [],
  validations: [],
  publish: { mode },
});

it('a form that a shared view fills in stays, and stays one for members', async () => {
  await client.made('report', [f('name', '名称', 'text')]);
  const body = FORM('member');
  const form = (await call('bizmeta.smartform.create', { object: 'report', name: '上报', body }))
    .data;
  await call('bizmeta.smartform.publish', { id: form.id, version: form.version });
  const { msg, data: view } = await call('bizmeta.customView.create', {
    object: 'report',
    view: { name: '填一份', kind: 'formView', scope: 'shared', kindConfig: { formId: form.id } },
  });
  expect(msg).toBe('ok');
  const where = 'report表的视图“填一份”里要填写这份表单';
  expect((await call('bizmeta.smartform.delete', { id: form.id })).msg).toContain(where);
  const open = await call('bizmeta.smartform.update', {
    id: form.id,
    version: form.version,
    body: FORM('link'),
  });
  expect(open.msg).toBe('ok');
  const published = { id: form.id, version: open.data.version };
  expect((await call('bizmeta.smartform.publish', published)).msg).toContain(where);
  await call('bizmeta.customView.delete', { id: view.id, version: view.version });
  expect((await call('bizmeta.smartform.publish', published)).msg).toBe('ok');
  expect((await call('bizmeta.smartform.delete', { id: form.id })).msg).toBe('ok');
});

it('a view and a page that groups grant stay as they are for everyone', async () => {
  await client.made('ticket', [f('name', '名称', 'text')]);
  const view = (
    await call('bizmeta.customView.create', {
      object: 'ticket',
      view: { name: '公开的', scope: 'shared' },
    })
  ).data;
  const hands = builderOf(client.server, client.builder);
  const brought = await hands.bring({
    ...{ spec: 'page/1', key: 'page.board', rev: 0, title: '看板', root: 'p' },
    nodes: { p: { type: 'page@1', slots: { default: [] } } },
  });
  expect(brought.msg).toBe('ok');
  const group = await call('bizmeta.authgroup.create', {
    scopeType: 'project',
    name: '客服',
    grants: {
      objects: { ticket: { ops: ['view'], views: [view.id] } },
      pages: ['page.board'],
    },
  });
  expect(group.msg).toBe('ok');
  const at = { id: view.id, version: view.version };
  expect((await call('bizmeta.customView.delete', at)).msg).toContain(
    '“公开的”是授权组“客服”打开记录的视图，不能删除',
  );
  expect((await call('bizmeta.customView.update', { ...at, scope: 'personal' })).msg).toContain(
    '不能改为个人视图',
  );
  expect((await call('bizmeta.page.remove', { pageKey: 'page.board' })).msg).toContain(
    '授权组“客服”',
  );
  await call('bizmeta.authgroup.remove', { id: group.data.id });
  expect((await call('bizmeta.customView.delete', at)).msg).toBe('ok');
  expect((await call('bizmeta.page.remove', { pageKey: 'page.board' })).msg).toBe('ok');
});

it('a person or a department that a rule of an object fills in is named there', async () => {
  const { data: dept } = await call(
    'upm.org.addOrgGroup',
    { title: '规则的部门', parentId: '-1' },
    admin,
  );
  const member = async (name: string) =>
    (
      await call(
        'upm.userOrg.createUser',
        { realName: name, account: `rule.${name}`, password: 'Huozi@2026' },
        admin,
      )
    ).data.id;
  const [from, to] = [await member('ming'), await member('hong')];
  const made = await client.define({
    apiName: 'parcel',
    label: '包裹',
    fields: [f('name', '名称', 'text'), f('owner', '经办', 'user'), f('place', '部门', 'dept')],
    rules: [
      {
        when: "name = '急'",
        then: [
          { do: 'set', targets: ['owner'], value: from },
          { do: 'set', targets: ['place'], value: dept.id },
        ],
      },
    ],
  } as never);
  expect(made.msg).toBe('ok');
  expect((await call('upm.org.deleteOrgGroup', { id: dept.id }, admin)).msg).toContain(
    '包裹的表单规则',
  );
  const { data: removed } = await call(
    'upm.userOrg.removeByUserId',
    { userId: from, toUserId: to },
    admin,
  );
  await jobDone(client.server, removed.jobId, admin);
  expect(JSON.stringify((await client.describe('parcel')).rules)).toContain(to);
});
