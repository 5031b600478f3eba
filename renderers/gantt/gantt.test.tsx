// @vitest-environment jsdom
import axe from 'axe-core';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RecordValues } from '../../contract/index.ts';
import { dayNumber } from '../../engine/parts/index.ts';
import { failedCall, type FakeWorld } from '../../engine/testing/index.ts';
import { lastAsked, listOn, makeOrders, orderDescribe, ordersPage } from '../../tests/fixtures/orders.ts';
import gantt from './index.ts';
import { groupsOf, unitsOf } from './scales.ts';

const field = (apiName: string, label: string, type: string, more: object = {}) => ({ id: apiName, apiName, label, type, order: 0, ...more });
const describe = { ...orderDescribe, fields: [...orderDescribe.fields, field('dueOn', '完成日期', 'date'), field('parent', '上级', 'lookup', { refObject: 'order' }), field('before', '前置', 'lookups', { refObject: 'order' })] } as typeof orderDescribe;
const order = (id: string, placedOn: string | null, dueOn: string | null, more: RecordValues = {}): RecordValues => ({ ...makeOrders(1)[0], id, name: id, placedOn, dueOn, parent: null, before: [], count: 40, ...more });
const plan = () => [order('总', '2026-11-02', '2026-11-20'), order('一', '2026-11-02', '2026-11-06', { parent: '总' }), order('二', '2026-11-09', '2026-11-13', { parent: '总', before: ['一'] }), order('另', null, null)];
const edits = { 'bizmeta.record.bulkEdit': (input: { records: { id: string; version: number }[] }) => ({ records: input.records.map(({ id, version }) => ({ id, version: version + 1 })) }) };
const show = (props: object = {}, { records = plan(), ...world }: FakeWorld & { records?: RecordValues[] } = {}) => ordersPage([gantt], [{
  type: 'gantt@1', bind: 'orders', props: { startField: 'placedOn', endField: 'dueOn', progressField: 'count', parentField: 'parent', dependsOnField: 'before', ...props }, on: { open: [{ do: 'navigate', args: { to: { $t: '/order/{event.id}' } } }] },
}], { now: new Date('2026-11-10T02:00:00Z'), describes: { order: describe }, records, ...world });
const lines = () => [...document.querySelectorAll('[data-row]')].map((line) => `${line.getAttribute('aria-level')} ${line.getAttribute('aria-label')}`);
const line = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}，`) });
const written = (page: Awaited<ReturnType<typeof show>>) => page.ports.calls('bizmeta.record.bulkEdit').map((input) => (input['records'] as RecordValues[])[0]);

test('lines stand under the one they belong to and say in words what their bars show', async () => {
  const page = await show();
  expect(lastAsked(page)).toMatchObject({ size: 200, current: 1 });
  expect(lines()).toEqual(['1 总，2026-11-02 至 2026-11-20，进度 40%', '2 一，2026-11-02 至 2026-11-06，进度 40%', '2 二，2026-11-09 至 2026-11-13，进度 40%', '1 另，没有日期，进度 40%']);
  expect(document.querySelectorAll('svg path[d^="M"]').length).toBeGreaterThan(0);
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false }, 'color-contrast': { enabled: false }, 'page-has-heading-one': { enabled: false }, 'landmark-one-main': { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
  await page.click('收起 总 的下级');
  expect(lines()).toHaveLength(2);
  page.leave();
});
test('a day later and a day longer are saved with the version, and can be taken back', async () => {
  const page = await show({}, { answers: edits });
  line('二').focus();
  await page.press('{Alt>}{ArrowRight}{/Alt}');
  expect(written(page)[0]).toMatchObject({ id: '二', version: 1, placedOn: '2026-11-10', dueOn: '2026-11-14' });
  await page.press('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}');
  expect(written(page)[1]).toMatchObject({ id: '二', version: 2, dueOn: '2026-11-15' });
  expect(written(page)[1]).not.toHaveProperty('placedOn');
  await page.press('{Control>}z{/Control}');
  expect(written(page)[2]).toMatchObject({ id: '二', version: 3, dueOn: '2026-11-14' });
});
test('a move that is refused goes back and says why; Enter opens the record', async () => {
  const page = await show({}, { answers: { 'bizmeta.record.bulkEdit': () => { throw failedCall('INVALID', '请检查', [{ path: '/records/0/placedOn', reason: 'RULE_BROKEN', params: {}, msg: '已开工，不能改期' }]); } } });
  line('一').focus();
  await page.press('{Alt>}{ArrowRight}{/Alt}');
  expect(lines()[1]).toContain('2026-11-02');
  expect(page.ports.log).toContainEqual({ kind: 'toast', type: 'error', text: '已开工，不能改期' });
  await page.press('{Enter}');
  expect(page.ports.log).toContainEqual(expect.objectContaining({ kind: 'navigate', path: '/order/一' }));
});
test('of a thousand lines only those in sight are drawn, and a circle of parents ends', async () => {
  await show({}, { records: Array.from({ length: 1_000 }, (_, i) => order(`单${i}`, '2026-11-02', '2026-11-03', { parent: i === 0 ? '单1' : i === 1 ? '单0' : null })), answers: { 'bizmeta.record.list': () => ({ records: Array.from({ length: 1_000 }, (_, i) => order(`单${i}`, '2026-11-02', '2026-11-03', { parent: i === 0 ? '单1' : i === 1 ? '单0' : null })), total: 1_000, totalIsEstimate: false, labels: {}, cursor: null }) } });
  expect(lines().length).toBeLessThan(60);
  expect(screen.getByRole('treegrid').getAttribute('aria-rowcount')).toBe('1001');
});
test('the scale is changed and remembered; leaving gives the list its pages back', async () => {
  const page = await show();
  await page.click('缩小');
  expect(screen.getByLabelText<HTMLSelectElement>('刻度').value).toBe('month');
  const list = listOn(page);
  expect(list.reach).not.toBeNull();
});
test('units begin where calendars have them', () => {
  const [from, to] = [dayNumber('2026-11-05'), dayNumber('2027-02-01')];
  expect(unitsOf('month', from, to).map(({ text }) => text)).toEqual(['11 月', '12 月', '1 月']);
  expect(unitsOf('quarter', from, to).map(({ text }) => text)).toEqual(['4 季度', '1 季度']);
  expect(unitsOf('week', from, from + 8).map(({ text }) => text)).toEqual(['11/2', '11/9']);
  expect(groupsOf('month', from, to).map(({ text }) => text)).toEqual(['2026 年', '2027 年']);
});
test('without fields of time it says what is missing', async () => {
  const page = await show({ endField: '' });
  page.expects({ sees: ['甘特图还没有时间字段', '请在视图设置中选择开始与结束的字段'] });
});
