// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageOf, testPage } from '../../src/view/testing/index.ts';
import { widgets } from '../index.ts';

beforeAll(() =>
  Promise.all(
    widgets
      .filter(({ type }) => ['button', 'field', 'form', 'formErrors'].includes(type))
      .map(({ view }) => view()),
  ),
);

const form = (submit: unknown[]) =>
  pageOf({
    forms: {
      leave: {
        schema: {
          type: 'object',
          required: ['reason'],
          properties: {
            reason: { type: 'string', title: '事由' },
            days: { type: 'integer', title: '天数' },
            from: { type: 'string', format: 'date', title: '哪天起' },
          },
        },
      },
    },
    body: {
      type: 'form@1',
      bind: 'leave',
      on: {
        submit: submit as never,
        done: [{ do: 'toast', args: { kind: 'info', text: '完成' } }],
      },
      slots: {
        body: [
          { type: 'formErrors@1', bind: 'leave' },
          { type: 'field@1', bind: 'leave.days' },
          { type: 'field@1', bind: 'leave.reason' },
          { type: 'field@1', bind: 'leave.from' },
        ],
        footer: [{ type: 'button@1', props: { text: '提交', kind: 'primary', submit: true } }],
      },
    },
  });
const validated = [
  { do: 'validate', args: { form: 'leave' } },
  { do: 'toast', args: { kind: 'success', text: { $t: '收到 {leave.reason}' } } },
];
const toasts = (page: Awaited<ReturnType<typeof testPage>>) =>
  page.ports.log.filter(({ kind }) => kind === 'toast').map(({ text }) => text);

describe('a form inside another', () => {
  const inner = {
    type: 'form@1',
    bind: 'inner',
    props: { label: '里面的' },
    on: {
      submit: [
        { do: 'validate', args: { form: 'inner' } },
        { do: 'toast', args: { kind: 'success', text: '里面的' } },
      ],
    },
    slots: {
      body: [
        { type: 'field@1', bind: 'inner.name' },
        { type: 'button@1', props: { text: '提交里面的', submit: true } },
      ],
    },
  };
  const both = () => {
    const outer = form([{ do: 'toast', args: { kind: 'success', text: '外面的' } }]);
    return pageOf({
      forms: {
        ...outer.forms,
        inner: {
          schema: {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string', title: '名称' } },
          },
        },
      } as never,
      body: {
        type: 'form@1',
        bind: 'leave',
        on: { submit: [{ do: 'toast', args: { kind: 'success', text: '外面的' } }] },
        slots: {
          body: [inner as never],
          footer: [{ type: 'button@1', props: { text: '提交', submit: true } }],
        },
      },
    });
  };
  it('is no form to the browser, and submits itself alone, by its button and at Enter', async () => {
    const page = await testPage(both(), { widgets });
    expect(document.querySelectorAll('form')).toHaveLength(1);
    expect(screen.getByRole('form', { name: '里面的' })).toBeTruthy();
    await page.click('提交里面的');
    expect(toasts(page)).toEqual([]);
    await page.type('名称', '甲');
    await page.press('{Enter}');
    expect(toasts(page)).toEqual(['里面的']);
  });
  it('leaves the outer one its button and its key', async () => {
    const page = await testPage(both(), { widgets });
    await page.type('名称', '甲');
    await page.press('{Control>}s{/Control}');
    expect(toasts(page)[0]).toBe('外面的');
  });
});

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
  it('has a date that is being typed when it submits at Ctrl S, and counts it as unsaved', async () => {
    const page = await testPage(form(validated), { widgets });
    await page.type('哪天起', '2026-1-5');
    expect(page.scope.forms.get('leave')!.changes()).toEqual({ from: '2026-01-05' });
    await page.type('事由', '探亲');
    await page.type('哪天起', '起');
    await page.press('{Control>}s{/Control}');
    page.expects({ sees: '有 1 处需要更正' });
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
    const leaving = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leaving()).toBe(false);
    await page.type('事由', '探亲');
    expect(leaving()).toBe(true);
    await page.click('提交');
    expect(leaving()).toBe(false);
    expect(screen.getByRole('button', { name: '提交' })).toBeTruthy();
  });
});
