// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { formatValue, readValue } from '../../values/index.ts';
import { preloadInputs } from './inputs.ts';
import { edit } from './testing/edit.tsx';

beforeAll(() => preloadInputs(['duration']));
afterEach(cleanup);
const box = () => screen.getByRole<HTMLInputElement>('textbox');
const read = (text: string) => readValue({ type: 'duration' }, text, new Date());

it.each([
  ['1:30', 5_400],
  ['1：30', 5_400],
  ['1:30:15', 5_415],
  ['90分', 5_400],
  ['90 分钟', 5_400],
  ['1小时30分', 5_400],
  ['1 小时 30 分 15 秒', 5_415],
  ['1.5小时', 5_400],
  ['2天', 172_800],
  ['1h30m', 5_400],
  ['0', 0],
  ['45', 45],
])('a duration is read from %s', (text, seconds) => {
  expect(read(text)).toEqual({ value: seconds });
});
it.each(['1:75', '-5', '一会儿', '30分1小时', '小时', '1:2:3:4', '40000天', '1.5'])(
  '%s is no duration',
  (text) => {
    expect(read(text)).toEqual({ wrong: `“${text}”不是时长` });
  },
);
it('what is written is read as the same duration; parts of zero are left out', () => {
  const write = (value: unknown) => formatValue({ type: 'duration' }, value);
  expect(write(5_400)).toBe('1 小时 30 分');
  expect(write(90_015)).toBe('1 天 1 小时 15 秒');
  expect(write(0)).toBe('0 秒');
  expect(write(59.6)).toBe('1 分');
  for (const seconds of [0, 1, 60, 3_599, 86_400, 90_061, 3_155_760_000])
    expect(read(write(seconds))).toEqual({ value: seconds });
});
it('a duration is typed as people say it, and shown in one way when the field is left', async () => {
  const { value } = edit({ type: 'duration' });
  await userEvent.type(box(), '90分');
  expect(value()).toBe(5_400);
  expect(box().value).toBe('90分');
  await userEvent.tab();
  expect(box().value).toBe('1 小时 30 分');
  await userEvent.clear(box());
  expect(value()).toBeUndefined();
  await userEvent.type(box(), '一会儿');
  expect(value()).toBe('一会儿');
});
