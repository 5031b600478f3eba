// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageOf, testPage } from '../../engine/testing/index.ts';
import { widgets } from '../index.ts';

beforeAll(() => Promise.all(widgets.filter(({ type }) => ['button', 'field', 'form', 'formErrors'].includes(type)).map(({ view }) => view())));

describe('the list of errors', () => {
  it('leads to each field and goes away when all is well', async () => {
    const page = await testPage(pageOf({
      forms: { leave: { schema: { type: 'object', required: ['reason', 'place'], properties: { reason: { type: 'string', title: '事由' }, place: { type: 'string', title: '地点' } } } } },
      body: { type: 'form@1', bind: 'leave', on: { submit: [{ do: 'validate', args: { form: 'leave' } }] }, slots: { body: [{ type: 'formErrors@1', bind: 'leave' }, { type: 'field@1', bind: 'leave.reason' }, { type: 'field@1', bind: 'leave.place' }, { type: 'button@1', props: { text: '提交', submit: true } }] } },
    }), { widgets });
    page.expects({ lacks: '需要更正' });
    await page.click('提交');
    page.expects({ sees: '有 2 处需要更正' });
    await page.user.click(screen.getByRole('button', { name: '地点' }));
    expect(document.activeElement).toBe(page.field('地点'));
    await page.type('地点', '成都');
    await page.type('事由', '探亲');
    page.expects({ lacks: '需要更正' });
  });
});
