// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageOf, testPage } from '../../engine/testing/index.ts';
import { widgets } from '../index.ts';

beforeAll(() => Promise.all(widgets.filter(({ type }) => ['button', 'field', 'form', 'formErrors'].includes(type)).map(({ view }) => view())));

const form = (submit: unknown[]) => pageOf({
  forms: { leave: { schema: { type: 'object', required: ['reason'], properties: { reason: { type: 'string', title: '事由' }, days: { type: 'integer', title: '天数' } } } } },
  body: { type: 'form@1', bind: 'leave', on: { submit: submit as never, done: [{ do: 'toast', args: { kind: 'info', text: '完成' } }] }, slots: {
    body: [{ type: 'formErrors@1', bind: 'leave' }, { type: 'field@1', bind: 'leave.days' }, { type: 'field@1', bind: 'leave.reason' }],
    footer: [{ type: 'button@1', props: { text: '提交', kind: 'primary', submit: true } }] } },
});
const validated = [{ do: 'validate', args: { form: 'leave' } }, { do: 'toast', args: { kind: 'success', text: { $t: '收到 {leave.reason}' } } }];
const toasts = (page: Awaited<ReturnType<typeof testPage>>) => page.ports.log.filter(({ kind }) => kind === 'toast').map(({ text }) => text);

describe('a form', () => {
  it('submits once at Enter, then says it is done', async () => {
    const page = await testPage(form(validated), { widgets });
    await page.type('事由', '探亲');
    await page.press('{Enter}{Enter}');
    expect(toasts(page)).toEqual(['收到 探亲', '完成']);
  });
  it('submits at Ctrl S from wherever one types', async () => {
    const page = await testPage(form(validated), { widgets });
    await page.type('事由', '探亲');
    await page.press('{Control>}s{/Control}');
    expect(toasts(page)).toEqual(['收到 探亲', '完成']);
  });
  it('lists what is missing and puts the focus there; the next try need not wait', async () => {
    const page = await testPage(form(validated), { widgets });
    await page.click('提交');
    page.expects({ sees: ['有 1 处需要更正', '请填写事由'] });
    expect(document.activeElement).toBe(page.field('事由'));
    await page.type('事由', '探亲');
    await page.click('提交');
    expect(toasts(page)).toEqual(['收到 探亲', '完成']);
  });
  it('asks before the window closes on unsaved work, but not once it was handed on', async () => {
    const page = await testPage(form(validated), { widgets });
    const leaving = () => { const event = new Event('beforeunload', { cancelable: true }); window.dispatchEvent(event); return event.defaultPrevented; };
    expect(leaving()).toBe(false);
    await page.type('事由', '探亲');
    expect(leaving()).toBe(true);
    await page.click('提交');
    expect(leaving()).toBe(false);
    expect(screen.getByRole('button', { name: '提交' })).toBeTruthy();
  });
});
