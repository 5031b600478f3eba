// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { preloadInputs } from './inputs.ts';
import { edit, inputPorts } from './testing/edit.tsx';

const FIRMS = [
  { id: 'a', name: '甲公司' },
  { id: 'b', name: '乙公司' },
];
/** A server that answers a typed text when it is let. */
function slowServer() {
  const waiting: (() => void)[] = [];
  const ports = inputPorts({
    'bizmeta.record.list': ({ search }) => {
      const answer = {
        records: FIRMS.filter(({ name }) => name.includes(String(search ?? ''))),
        labels: {},
      };
      if (search === undefined) return answer;
      return new Promise((resolve) => waiting.push(() => resolve(answer)));
    },
  });
  const answers = async () => {
    await waitFor(() => expect(waiting).toHaveLength(1));
    await act(async () => waiting.pop()!());
  };
  return { ports, answers };
}
const field = () => screen.getByRole('combobox');
const firm = { type: 'lookup', refObject: 'customer' } as const;
const firms = { type: 'lookups', refObject: 'customer' } as const;
beforeAll(() => preloadInputs(['lookup', 'lookups']));
afterEach(cleanup);

it('of several takes what was typed when it is found, and leaves what was chosen before', async () => {
  const { ports, answers } = slowServer();
  const { value } = edit(firms, ['a'], ports);
  await userEvent.click(field());
  await screen.findByRole('option', { name: '甲公司' });
  await userEvent.keyboard('乙公司{Enter}');
  expect(value()).toEqual(['a']);
  await answers();
  await waitFor(() => expect(value()).toEqual(['a', 'b']));
});
it('of one does not take the former list for an answer to what was typed', async () => {
  const { ports, answers } = slowServer();
  const { value } = edit(firm, 'a', ports);
  await userEvent.click(field());
  await screen.findByRole('option', { name: '甲公司' });
  await userEvent.keyboard('乙公司{Enter}');
  expect(value()).toBe('a');
  await answers();
  await waitFor(() => expect(value()).toBe('b'));
});
it('typed as the name of a chosen one keeps that one', async () => {
  const { ports, answers } = slowServer();
  const { value } = edit(firms, ['a'], ports);
  await userEvent.click(field());
  await userEvent.keyboard('甲公司{Enter}');
  await answers();
  await waitFor(() => expect((field() as HTMLInputElement).value).toBe(''));
  expect(value()).toEqual(['a']);
});
it('typed on after Enter takes nothing by itself', async () => {
  const { ports, answers } = slowServer();
  const { value } = edit(firm, undefined, ports);
  await userEvent.click(field());
  await screen.findByRole('option', { name: '甲公司' });
  await userEvent.keyboard('乙{Enter}公');
  await answers();
  await screen.findByRole('option', { name: '乙公司' });
  expect(value()).toBeUndefined();
});
