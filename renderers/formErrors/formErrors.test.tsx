// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { failedCall, fakePorts, pageOf, testPage } from '../../src/view/testing/index.ts';
import { preloadInputs } from '../../src/ui/inputs/index.ts';
import { widgets } from '../index.ts';

beforeAll(() =>
  Promise.all([
    preloadInputs(['date']),
    ...widgets
      .filter(({ type }) => ['button', 'field', 'form', 'formErrors'].includes(type))
      .map(({ view }) => view()),
  ]),
);

describe('the list of errors', () => {
  it('leads to each field and goes away when all is well', async () => {
    const page = await testPage(
      pageOf({
        forms: {
          leave: {
            schema: {
              type: 'object',
              required: ['reason', 'place'],
              properties: {
                reason: { type: 'string', title: '事由' },
                place: { type: 'string', title: '地点' },
              },
            },
          },
        },
        body: {
          type: 'form@1',
          bind: 'leave',
          on: { submit: [{ do: 'validate', args: { form: 'leave' } }] },
          slots: {
            body: [
              { type: 'formErrors@1', bind: 'leave' },
              { type: 'field@1', bind: 'leave.reason' },
              { type: 'field@1', bind: 'leave.place' },
              { type: 'button@1', props: { text: '提交', submit: true } },
            ],
          },
        },
      }),
      { widgets },
    );
    page.expects({ lacks: '需要更正' });
    await page.click('提交');
    page.expects({ sees: '有 2 处需要更正' });
    await page.user.click(screen.getByRole('button', { name: '地点' }));
    expect(document.activeElement).toBe(page.field('地点'));
    await page.type('地点', '成都');
    await page.type('事由', '探亲');
    page.expects({ lacks: '需要更正' });
  });

  it('says nothing before one tried to save: the field speaks for itself', async () => {
    const page = await testPage(
      pageOf({
        forms: {
          leave: {
            schema: {
              type: 'object',
              required: ['reason'],
              properties: { reason: { type: 'string', title: '事由' } },
            },
          },
        },
        body: {
          type: 'form@1',
          bind: 'leave',
          slots: {
            body: [
              { type: 'formErrors@1', bind: 'leave' },
              { type: 'field@1', bind: 'leave.reason' },
            ],
          },
        },
      }),
      { widgets },
    );
    page.field('事由').focus();
    await page.user.tab();
    page.expects({ sees: '请填写事由', lacks: '需要更正' });
  });
  it('offers what others saved in the meantime, beside what was typed here', async () => {
    const refused = Object.assign(failedCall('STALE_VERSION', '内容已被他人修改', [], 409), {
      current: { reason: '体检', place: '上海' },
    });
    const page = await testPage(
      pageOf({
        forms: {
          leave: {
            schema: {
              type: 'object',
              properties: {
                reason: { type: 'string', title: '事由' },
                place: { type: 'string', title: '地点' },
              },
            },
            init: { reason: '看病', place: '成都' },
          },
        },
        body: {
          type: 'form@1',
          bind: 'leave',
          on: {
            submit: [{ do: 'call', args: { id: 'bizmeta.app.save', form: 'leave', input: {} } }],
          },
          slots: {
            body: [
              { type: 'formErrors@1', bind: 'leave' },
              { type: 'field@1', bind: 'leave.reason' },
              { type: 'field@1', bind: 'leave.place' },
              { type: 'button@1', props: { text: '提交', submit: true } },
            ],
          },
        },
      }),
      {
        widgets,
        ports: fakePorts({
          answers: {
            'bizmeta.app.save': () => {
              throw refused;
            },
          },
        }),
      },
    );
    await page.type('地点', '重庆');
    await page.click('提交');
    page.expects({ sees: '内容已被他人修改，未作保存' });
    page.expects({ sees: '你们都改了「地点」' });
    await page.click('比较并选择');
    page.expects({ 事由: '体检', 地点: '重庆', lacks: '内容已被他人修改' });
    page.expects({ sees: '已采用对方的修改：事由' });
  });
  it('says what is wrong with the form as a whole, with a way to each field it is about, until one of them changes', async () => {
    const refused = failedCall('RULE_BROKEN', '出发不能晚于返回', [
      {
        path: '/values',
        reason: 'RULE_BROKEN',
        msg: '出发不能晚于返回',
        about: ['/values/reason', '/values/place'],
      },
    ]);
    const page = await testPage(
      pageOf({
        forms: {
          leave: {
            schema: {
              type: 'object',
              properties: {
                reason: { type: 'string', title: '出发' },
                place: { type: 'string', title: '返回' },
              },
            },
          },
        },
        body: {
          type: 'form@1',
          bind: 'leave',
          on: {
            submit: [
              {
                do: 'call',
                args: { id: 'bizmeta.app.save', form: 'leave', at: '/values', input: {} },
              },
            ],
          },
          slots: {
            body: [
              { type: 'formErrors@1', bind: 'leave' },
              { type: 'field@1', bind: 'leave.reason' },
              { type: 'field@1', bind: 'leave.place' },
              { type: 'button@1', props: { text: '提交', submit: true } },
            ],
          },
        },
      }),
      {
        widgets,
        ports: fakePorts({
          answers: {
            'bizmeta.app.save': () => {
              throw refused;
            },
          },
        }),
      },
    );
    await page.click('提交');
    page.expects({ sees: '有 1 处需要更正' });
    expect(screen.getByRole('alert').textContent).toContain(
      '出发不能晚于返回（请查看 出发、返回）',
    );
    await page.user.click(screen.getByRole('button', { name: '返回' }));
    expect(document.activeElement).toBe(page.field('返回'));
    await page.type('返回', '周五');
    page.expects({ lacks: '需要更正' });
  });
  it('does not move a button away between press and release: an error fixed by the press disappears after it', async () => {
    const page = await testPage(
      pageOf({
        forms: {
          leave: {
            schema: {
              type: 'object',
              required: ['day'],
              properties: { day: { type: 'string', title: '日期', ui: { input: 'date' } } },
            },
          },
        },
        body: {
          type: 'form@1',
          bind: 'leave',
          on: { submit: [{ do: 'validate', args: { form: 'leave' } }] },
          slots: {
            body: [
              { type: 'formErrors@1', bind: 'leave' },
              { type: 'field@1', bind: 'leave.day' },
              { type: 'button@1', props: { text: '提交', submit: true } },
            ],
          },
        },
      }),
      { widgets },
    );
    await page.click('提交');
    page.expects({ sees: '有 1 处需要更正' });
    await page.user.pointer({
      target: screen.getByRole('button', { name: '提交' }),
      keys: '[MouseLeft>]',
    });
    // A value that arrives meanwhile, such as one the form works out.
    fireEvent.change(page.field('日期'), { target: { value: '2026-12-24' } });
    page.expects({ sees: '有 1 处需要更正' });
    await page.user.pointer({
      target: screen.getByRole('button', { name: '提交' }),
      keys: '[/MouseLeft]',
    });
    await waitFor(() => page.expects({ lacks: '需要更正' }));
  });
});
