// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { pageOf, testPage } from '../../src/view/testing/index.ts';
import { widgets } from '../index.ts';

beforeAll(() =>
  Promise.all(
    widgets
      .filter(({ type }) => ['stack', 'form', 'field', 'button'].includes(type))
      .map(({ view }) => view()),
  ),
);
const page = pageOf({
  forms: {
    login: {
      schema: {
        type: 'object',
        required: ['account', 'password'],
        properties: {
          account: { type: 'string', title: '账号' },
          password: { type: 'string', title: '密码' },
        },
      },
    },
  },
  body: {
    type: 'form@1',
    bind: 'login',
    slots: {
      body: [
        { type: 'field@1', bind: 'login.account', props: { autoFocus: true } },
        { type: 'field@1', bind: 'login.password' },
        { type: 'button@1', props: { text: '别处' } },
      ],
    },
  },
} as never);

test('a field that got the focus by itself does not complain when its person goes elsewhere; one they came to does', async () => {
  const on = await testPage(page, { widgets });
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '账号' }));
  await on.user.click(screen.getByRole('textbox', { name: '密码' }));
  expect(screen.queryByText('请填写账号')).toBeNull();
  await on.user.click(screen.getByRole('button', { name: '别处' }));
  expect(screen.getByText('请填写密码')).toBeTruthy();
});
test('one that was typed into and emptied again shows its error', async () => {
  const on = await testPage(page, { widgets });
  await on.user.type(screen.getByRole('textbox', { name: '账号' }), 'a');
  await on.user.click(screen.getByRole('button', { name: '别处' }));
  await on.user.clear(screen.getByRole('textbox', { name: '账号' }));
  expect(screen.getByText('请填写账号')).toBeTruthy();
});
