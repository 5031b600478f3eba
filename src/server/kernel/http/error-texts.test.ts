import { Type, type TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { calls, errorText, inputLabel, type Call } from '../../../contract/index.ts';
import { AppError } from '../errors.ts';
import { inputReader } from './validate.ts';

const PARTS = ['params', 'query', 'body'] as const;
type Part = (typeof PARTS)[number];
const everyCall = calls as unknown as readonly Call[];

/** A value no schema of a member takes. */
const WRONG: readonly unknown[] = [{ x: { y: 1 } }, 'x'.repeat(100_000), [[[1]]], 7.5, null, ''];
/** Sentences a call answers to members that are missing, and to wrong ones. */
function refusals(call: Call): string[] {
  const read = inputReader(call);
  const said = (parts: Record<Part, unknown>): string[] => {
    try {
      read(parts);
      return [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.errors.map(({ msg }) => msg);
    }
  };
  const nothing = { params: {}, query: {}, body: {} };
  return PARTS.flatMap((part) => {
    const { properties = {} } = ((call as unknown as Record<Part, TSchema | undefined>)[part] ??
      Type.Object({})) as { properties?: Record<string, TSchema> };
    return Object.keys(properties).flatMap((name) =>
      WRONG.flatMap((value) => said({ ...nothing, [part]: { [name]: value } })),
    );
  }).concat(said(nothing));
}
/** English words in a sentence, without what it quotes. */
const english = (text: string): string[] =>
  text.replace(/“[^”]*”/g, '').match(/[A-Za-z]{3,}/g) ?? [];

describe('what a call says of its input', () => {
  it('names its members in Chinese', () => {
    const said = everyCall.flatMap((call) =>
      refusals(call)
        .filter((text) => english(text).length > 0)
        .map((text) => `${call.id}: ${text}`),
    );
    expect([...new Set(said)]).toEqual([]);
  });
  it('names what people fill in', () => {
    expect(['mobile', 'email', 'code', 'password', 'realName', 'captcha'].map(inputLabel)).toEqual([
      '手机号',
      '邮箱',
      '验证码',
      '密码',
      '姓名',
      '验证题',
    ]);
  });
  it('keeps a space between Chinese and a number', () => {
    expect(errorText('VALUE_FORMAT', { label: '手机号', expected: '11 位手机号' })).toBe(
      '手机号的格式不对，应为 11 位手机号',
    );
  });
});
