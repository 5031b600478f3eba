// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { pageOf, testPage } from '../../engine/testing/index.ts';
import { widgets } from '../index.ts';

beforeAll(() => Promise.all(widgets.filter(({ type }) => ['descriptions'].includes(type)).map(({ view }) => view())));

it('reads the fields that are asked for, in their order, and a dash for what is empty', async () => {
  await testPage(pageOf({
    forms: { leave: { schema: { type: 'object', properties: { reason: { type: 'string', title: '事由' }, days: { type: 'number', title: '天数' }, kind: { type: 'string', title: '类型', ui: { options: [{ code: 'a', label: '年假' }] } } } }, init: { days: 1200, kind: 'a' } } },
    body: { type: 'descriptions@1', bind: 'leave', props: { fields: ['kind', 'days', 'reason', 'nothing'] } },
  }), { widgets });
  const pairs = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(pairs).toEqual([['类型', '年假'], ['天数', '1,200'], ['事由', '—']]);
});

const customer = { id: 'o1', apiName: 'contact', label: '联系人', titleField: 'name', appId: null, version: 1, validator: '', fields: [
  { id: 'name', apiName: 'name', label: '姓名', type: 'text', order: 0 }, { id: 'company', apiName: 'company', label: '客户', type: 'lookup', refObject: 'customer', order: 1 }, { id: 'note', apiName: 'note', label: '备注', type: 'text', order: 2 },
] } as never;
const record = (props: object) => testPage(pageOf({
  forms: { record: { object: 'contact', id: 'r1' } },
  body: { type: 'descriptions@1', bind: 'record', props: props as never },
}), { widgets, describes: { contact: customer }, answers: { 'bizmeta.record.detail': { record: { id: 'r1', version: 1, name: '林晓', company: 'c1', note: null, createdAt: '2026-11-20T02:00:00Z' }, labels: { customer: { c1: '云帆科技' } } } } });

it('shows when the record was made, though no builder made that field', async () => {
  await record({ fields: ['createdAt'] });
  expect(screen.getByRole('term').textContent).toBe('创建时间');
  expect(screen.getByRole('definition').textContent).toMatch(/^2026-11-20 /);
});
it('leads from a lookup to the record it names', async () => {
  const page = await record({ fields: ['company'], linkPath: '/app/1/{object}/record/{id}' });
  expect(screen.getByRole('link', { name: '云帆科技' }).getAttribute('href')).toBe('/app/1/customer/record/c1');
  await page.click('云帆科技');
  expect(page.ports.log).toContainEqual(expect.objectContaining({ kind: 'navigate', path: '/app/1/customer/record/c1' }));
});
it('in a line, only what is filled in shows', async () => {
  await record({ fields: ['company', 'note'], inline: true });
  expect(screen.getAllByRole('definition').map((each) => each.textContent)).toEqual(['云帆科技']);
});
