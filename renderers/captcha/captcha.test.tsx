// @vitest-environment jsdom
import { webcrypto } from 'node:crypto';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CaptchaAnswer, CaptchaChallenge } from '../../src/contract/index.ts';
import type { TestPage } from '../../src/view/testing/index.ts';
import {
  CAPTCHA_SECRET as SECRET,
  signedChallenge as signed,
} from '../../tests/fixtures/captcha.ts';
import { fakePorts } from '../../src/view/testing/index.ts';
import { openPage } from '../../tests/fixtures/page.ts';
import captcha from './index.ts';

const shown = (challenge: CaptchaChallenge, now = new Date()) =>
  openPage(
    [captcha],
    {
      state: {
        challenge: { type: 'any', init: challenge },
        answer: { type: 'any' },
        asked: { type: 'number', init: 0 },
      },
      body: {
        type: 'captcha@1',
        bind: 'state.answer',
        props: { challenge: { $x: 'state.challenge' } },
        on: {
          renew: [{ do: 'set', args: { target: 'state.asked', value: { $x: 'state.asked + 1' } } }],
        },
      },
    },
    { ports: fakePorts({ now }) },
  );
const cell = (page: TestPage, name: string): unknown => page.scope.cells.get(name)?.value;
const says = () => screen.getByRole('status').textContent;
// jsdom brings no crypto.subtle; the one of Node is the same as a browser's.
beforeAll(() => {
  vi.stubGlobal('crypto', webcrypto);
});
afterAll(() => {
  vi.unstubAllGlobals();
});

test('solves a challenge by itself, with an answer the server takes', async () => {
  const challenge = await signed(600);
  const page = await shown({ id: 'c1', level: 0, parameters: challenge.parameters });
  await waitFor(() => expect(says()).toBe('安全验证已通过，请继续'));
  const { id, ...solution } = cell(page, 'answer') as CaptchaAnswer;
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: SECRET,
    hmacKeySignatureSecret: SECRET,
  });
  expect([id, verified]).toEqual(['c1', true]);
});

test('clears the answer when it expires, and requests another challenge on demand', async () => {
  const { parameters } = await signed(2);
  const page = await shown({ id: 'c1', level: 0, parameters });
  await waitFor(() => expect(says()).toBe('安全验证已过期'), { timeout: 4_000 });
  expect(cell(page, 'answer')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '重新验证' }));
  expect(cell(page, 'asked')).toBe(1);
});

test('asks for another at once when it is shown after its time', async () => {
  const { parameters } = await signed(-5);
  const page = await shown({ id: 'c1', level: 0, parameters });
  await waitFor(() => expect(cell(page, 'asked')).toBe(1));
});

test('goes by the clock of the server: one of the device that is fast asks for no other', async () => {
  const { parameters } = await signed(-5);
  const page = await shown({ id: 'c1', level: 0, parameters }, new Date(Date.now() - 3_600_000));
  await waitFor(() => expect(says()).toBe('安全验证已通过，请继续'));
  expect(cell(page, 'asked')).toBe(0);
});

test('asks by itself once: a second one that is over as well waits for the person', async () => {
  const [first, second] = [await signed(-5), await signed(-5)];
  const page = await shown({ id: 'c1', level: 0, parameters: first.parameters });
  await waitFor(() => expect(cell(page, 'asked')).toBe(1));
  page.scope.cells.get('challenge')?.set({ id: 'c2', level: 0, parameters: second.parameters });
  await waitFor(() => expect(says()).toBe('安全验证已过期'));
  expect(cell(page, 'asked')).toBe(1);
  await userEvent.click(screen.getByRole('button', { name: '重新验证' }));
  expect(cell(page, 'asked')).toBe(2);
});

test('says when a challenge cannot be solved, and offers to try again', async () => {
  const { parameters } = await signed(600);
  await shown({ id: 'c1', level: 0, parameters: { ...parameters, algorithm: 'NO-SUCH' } });
  await waitFor(() => expect(says()).toBe('安全验证没有完成'));
  expect(screen.getByRole('button', { name: '重新验证' })).toBeDefined();
});
