// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { failedCall, pageOf, testPage } from '../../src/view/testing/index.ts';
import { preloadInputs } from '../../src/ui/inputs/index.ts';
import { widgets } from '../index.ts';

beforeAll(() =>
  Promise.all([
    preloadInputs(['text', 'textarea', 'formula']),
    ...widgets
      .filter(({ type }) => ['descriptions', 'formErrors', 'tabs'].includes(type))
      .map(({ view }) => view()),
  ]),
);

const field = (apiName: string, label: string, type: string, more: object = {}) => ({
  id: apiName,
  apiName,
  label,
  type,
  order: 0,
  ...more,
});
const contact = {
  id: 'o1',
  apiName: 'contact',
  label: '联系人',
  titleField: 'name',
  appId: null,
  version: 1,
  validator: '',
  fields: [
    field('name', '姓名', 'text', { required: true }),
    field('title', '职务', 'text'),
    field('tel', '电话', 'text'),
    field('city', '城市', 'text'),
    field('code', '编号', 'autoNumber'),
  ],
} as never;
const stored = {
  id: 'r1',
  version: 1,
  name: '林晓',
  title: '采购经理',
  tel: '120',
  city: '杭州',
  code: 'K1',
};
const group = (title: string, fields: string[]) => ({
  type: 'descriptions@1',
  bind: 'record',
  props: { title, fields, editable: true },
  on: { saved: [{ do: 'toast', args: { text: { $t: '已保存 {count(event.fields)}' } } }] },
});
const tabs = {
  type: 'tabs@1',
  props: {
    label: '内容',
    items: [
      { key: 'a', title: '详情' },
      { key: 'b', title: '别的' },
    ],
  },
  slots: {
    a: [
      { type: 'formErrors@1', bind: 'record' },
      group('基本信息', ['name', 'title', 'code']),
      group('联系方式', ['tel', 'city']),
    ],
    b: [{ type: 'divider@1' }],
  },
};

function open(answers: object = {}, more: object = {}) {
  return testPage(
    pageOf({ forms: { record: { object: 'contact', id: 'r1' } }, body: tabs as never }),
    {
      widgets,
      describes: { contact },
      ...more,
      answers: {
        'bizmeta.record.detail': { record: stored, labels: {} },
        'bizmeta.record.bulkEdit': ({ records: [record] }: { records: [object] }) => ({
          records: [{ id: 'r1', version: 2 }],
          read: [{ ...stored, ...record, version: 2 }],
        }),
        ...answers,
      },
    },
  );
}
type Page = Awaited<ReturnType<typeof open>>;
const box = (name: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) });
async function write(page: Page, name: string, text: string): Promise<void> {
  await page.user.clear(box(name));
  await page.user.type(box(name), text);
}
const edits = (page: Page) =>
  page.ports.calls('bizmeta.record.bulkEdit').map((input) => (input['records'] as object[])[0]);
const pens = () =>
  screen
    .queryAllByRole('button')
    .map((each) => each.getAttribute('aria-label') ?? '')
    .filter((name) => /^修改/.test(name));

it('a section is opened whole and saved with Ctrl and Enter in one write, of what was changed only', async () => {
  const page = await open();
  await page.click('修改整组：基本信息');
  expect(document.activeElement).toBe(box('姓名'));
  await write(page, '姓名', '林晓明');
  await write(page, '职务', '总监');
  await page.press('{Control>}{Enter}{/Control}');
  expect(edits(page)).toEqual([{ id: 'r1', version: 1, name: '林晓明', title: '总监' }]);
  expect(page.ports.log.at(-1)).toMatchObject({ kind: 'toast', text: '已保存 2' });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('修改整组：基本信息');
  page.expects({ sees: ['林晓明', '总监'] });
});
it('Esc takes all of it back, after asking; without changes it just closes', async () => {
  const page = await open({}, { confirms: false });
  await page.click('修改整组：基本信息');
  await write(page, '职务', '总监');
  await page.press('{Escape}');
  expect(page.ports.log.at(-1)).toMatchObject({ kind: 'confirm', danger: true });
  expect(box('职务').value).toBe('总监');
  await write(page, '职务', '采购经理');
  await page.press('{Escape}');
  page.expects({ sees: '采购经理' });
  expect([edits(page), screen.queryByRole('textbox')]).toEqual([[], null]);
});
it('while one section is being changed, nothing else can be: a save would take it along', async () => {
  const page = await open();
  await page.click('修改整组：基本信息');
  await write(page, '职务', '总监');
  expect(pens()).toEqual([]);
  await page.click('取消');
  expect(pens()).toEqual([
    '修改整组：基本信息',
    '修改姓名',
    '修改职务',
    '修改整组：联系方式',
    '修改电话',
    '修改城市',
  ]);
});
it('an error is shown at its field and takes the focus; nothing is sent', async () => {
  const page = await open();
  await page.click('修改整组：基本信息');
  await write(page, '职务', '总监');
  await page.user.clear(box('姓名'));
  await page.click('保存');
  page.expects({ sees: '请填写姓名' });
  expect([edits(page), document.activeElement]).toEqual([[], box('姓名')]);
});
it('a concurrent update of another field is taken over, and what was written saved on top', async () => {
  let calls = 0;
  const page = await open({
    'bizmeta.record.bulkEdit': ({ records: [record] }: { records: [object] }) => {
      calls += 1;
      if (calls === 1)
        throw Object.assign(failedCall('STALE_VERSION', '内容已被他人修改'), {
          current: { ...stored, version: 5, name: '林大晓' },
        });
      return {
        records: [{ id: 'r1', version: 6 }],
        read: [{ ...stored, name: '林大晓', ...record, version: 6 }],
      };
    },
  });
  await page.click('修改整组：基本信息');
  await write(page, '职务', '总监');
  await page.click('保存');
  expect(edits(page)[1]).toEqual({ id: 'r1', version: 5, title: '总监' });
  page.expects({ sees: ['林大晓', '总监'] });
});
it('what was changed is still open after a look at another tab', async () => {
  const page = await open();
  await page.click('修改整组：基本信息');
  await write(page, '姓名', '林晓明');
  await write(page, '职务', '总监');
  await page.click('别的');
  await page.click('详情');
  expect([box('姓名').value, box('职务').value]).toEqual(['林晓明', '总监']);
});
