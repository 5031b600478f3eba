// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { OpenedForm, SubmissionDetail } from '../../src/contract/index.ts';
import { failedCall, fakePorts, pageOf } from '../../src/view/testing/index.ts';
import { openNode, openPage } from '../../tests/fixtures/page.ts';
import smartForm from './index.ts';

const says = (text: string, more: object[] = []) => ({
  origin: 'company' as const,
  allows: [],
  document: pageOf({
    key: 'form.t1',
    params: { inside: { type: 'boolean' }, fits: { type: 'boolean' } },
    body: {
      type: 'box@1',
      slots: { default: [{ type: 'words@1', props: { text: { $t: text } } }, ...more] },
    },
  } as never),
});
const press = (text: string, event: string) => ({
  type: 'press@1',
  props: { text },
  on: { click: [{ do: 'emit', args: { event } }] },
});
const form: OpenedForm = {
  state: 'open',
  name: '登记',
  page: says('填写登记', [press('交', 'sent')]),
};
const world = (answers: Record<string, unknown>) => ({ ports: fakePorts({ answers }) });

test('draws the page its link opens, and notifies when something was sent', async () => {
  const given = world({ 'bizmeta.smartform.open': form });
  const on = {
    opened: [{ do: 'toast', args: { text: { $x: 'event.name' } } }],
    sent: [{ do: 'toast', args: { text: '收到' } }],
  };
  const page = await openNode(
    smartForm,
    { props: { form: 'f1', edit: 's1', alone: true }, on },
    given,
  );
  await expect.poll(() => page.sees('填写登记')).toBe(true);
  expect(given.ports.calls('bizmeta.smartform.open')).toMatchObject([
    { token: 'f1', editKey: 's1' },
  ]);
  expect(given.ports.log.at(-1)).toMatchObject({ kind: 'toast', text: '登记' });
  await page.click('交');
  expect(given.ports.log.at(-1)).toMatchObject({ kind: 'toast', text: '收到' });
});
test('a form that is not there is an event, one that did not come may be asked for again', async () => {
  let failure = failedCall('X', '没有连上服务器', [], 500);
  const given = world({
    'bizmeta.smartform.open': () => {
      throw failure;
    },
  });
  const on = { missing: [{ do: 'toast', args: { text: '没有' } }] };
  const page = await openNode(smartForm, { props: { form: 'f1' }, on }, given);
  await expect.poll(() => page.sees('没有连上服务器')).toBe(true);
  page.expects({ sees: '表单没有打开' });
  failure = failedCall('FORM_UNKNOWN', '没有', [], 404);
  await page.click('重试');
  await expect.poll(() => given.ports.log.at(-1)).toMatchObject({ kind: 'toast', text: '没有' });
});
test('shows a submission, and leads to its change', async () => {
  const submission: Partial<SubmissionDetail> = {
    id: 's1',
    formId: 'f1',
    formName: '登记',
    object: 'leave',
    appId: 'a1',
    page: says('读登记', [press('改', 'change')]),
  };
  const given = world({ 'bizmeta.smartform.submission': submission });
  const to = '/app/{event.appId}/{event.object}/form/{event.formId}?edit={event.id}';
  const on = { change: [{ do: 'navigate', args: { to: { $t: to } } }] };
  const page = await openNode(smartForm, { props: { submission: 's1' }, on }, given);
  await expect.poll(() => page.sees('读登记')).toBe(true);
  await page.click('改');
  expect(given.ports.log.at(-1)).toMatchObject({
    kind: 'navigate',
    path: '/app/a1/leave/form/f1?edit=s1',
  });
});
test('a page answered for a form makes no call of its reader’s own account', async () => {
  const steal = {
    type: 'press@1',
    props: { text: '换密码' },
    on: { click: [{ do: 'call', args: { id: 'upm.person.devices', input: {} } }] },
  };
  const given = world({
    'bizmeta.smartform.open': { ...form, page: says('填写', [steal]) },
    'upm.person.devices': [],
  });
  const page = await openNode(smartForm, { props: { form: 'f1' } }, given);
  await expect.poll(() => page.sees('填写')).toBe(true);
  await page.click('换密码');
  expect(given.ports.calls('upm.person.devices')).toEqual([]);
});
test('explains that no form was chosen, or that pages are only previewed', async () => {
  const none = await openNode(smartForm, { props: { form: null } });
  none.expects({ sees: '没有选择表单' });
  const preview = { ports: { ...fakePorts(), preview: true as const } };
  (await openNode(smartForm, { props: { form: 'f1' } }, preview)).expects({
    sees: '发布后，表单会显示在这里',
  });
});
test('a form that is being made is tried out, on the screen it is meant for', async () => {
  const draft: OpenedForm = {
    ...form,
    page: says("试填{if(params.inside and params.fits, '合', '不合')}"),
    body: { terminal: 'mobile', rules: [], validations: [] },
  };
  const looks = (device: string) =>
    openPage(
      [smartForm],
      {
        sources: { look: { call: 'bizmeta.smartform.preview', input: {} } },
        body: { type: 'smartForm@1', props: { draft: { $x: 'look.data.form' }, device } },
      } as never,
      { answers: { 'bizmeta.smartform.preview': { form: draft } } },
    );
  const page = await looks('mobile');
  await expect.poll(() => page.sees('试填合')).toBe(true);
  const other = await looks('pc');
  await expect.poll(() => other.sees('试填不合')).toBe(true);
});
