import { readdirSync, readFileSync } from 'node:fs';
import { Type, type TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { calls, ERRORS, errorText, inputLabel, type Call } from '../../../contract/index.ts';
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
/** Words that Chinese writes in Latin letters. */
const KNOWN = new Set([
  'JSON',
  'URL',
  'PNG',
  'JPEG',
  'WebP',
  'GIF',
  'Excel',
  'CSV',
  'UTF',
  'HTML',
  'BPMN',
]);
/** English words in a sentence, without what it quotes. */
const english = (text: string): string[] =>
  (text.replace(/“[^”]*”/g, '').match(/[A-Za-z]{3,}/g) ?? []).filter((word) => !KNOWN.has(word));

/** Inputs in which one member at any depth is missing, unknown or wrong; the rest is left out. */
function* wrongInputs(schema: TSchema, depth = 0): Generator<unknown> {
  yield* WRONG;
  if (depth > 4) return;
  const { properties, items, anyOf } = schema as {
    properties?: Record<string, TSchema>;
    items?: TSchema;
    anyOf?: TSchema[];
  };
  if (properties) {
    yield {};
    yield { unheardOf: 1 };
    for (const [name, member] of Object.entries(properties))
      for (const value of wrongInputs(member, depth + 1)) yield { [name]: value };
  }
  if (items && !Array.isArray(items))
    for (const value of wrongInputs(items, depth + 1)) yield [value];
  for (const one of anyOf ?? []) yield* wrongInputs(one, depth + 1);
}

/** Texts in the server's code that become part of a sentence: labels, reasons, what was expected. */
function wordsInCode(): { file: string; text: string }[] {
  return readdirSync('src/server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|testing|demo/.test(file))
    .flatMap((file) =>
      [
        ...readFileSync(`src/server/${file}`, 'utf8').matchAll(
          /(?:problem\(|AppError\()[^;]*?\{([^}]*)\}/g,
        ),
      ].flatMap(([, params]) =>
        [...params!.matchAll(/\w+: '([^']*)'/g)].map(([, text]) => ({ file, text: text! })),
      ),
    );
}

describe('what a call says of its input', () => {
  it('names its members in Chinese', () => {
    const said = everyCall.flatMap((call) =>
      refusals(call)
        .filter((text) => english(text).length > 0)
        .map((text) => `${call.id}: ${text}`),
    );
    expect([...new Set(said)]).toEqual([]);
  });
  it('does so at any depth, and of unknown members', () => {
    const said = everyCall.flatMap((call) => {
      const read = inputReader(call);
      return PARTS.flatMap((part) => {
        const schema = (call as unknown as Record<Part, TSchema | undefined>)[part];
        if (!schema) return [];
        const texts = new Set<string>();
        for (const value of wrongInputs(schema))
          try {
            read({ params: {}, query: {}, body: {}, [part]: value });
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            for (const { msg } of error.errors) if (english(msg).length > 0) texts.add(msg);
          }
        return [...texts].map((text) => `${call.id}: ${text}`);
      });
    });
    expect(said).toEqual([]);
  });
  it('is Chinese in every sentence of the catalogue, and in every label and reason put into one', () => {
    const templates = Object.entries(ERRORS).flatMap(([reason, { msg }]) =>
      english(msg.replace(/\{\w+\}/g, '')).length > 0 ? [`${reason}: ${msg}`] : [],
    );
    expect(templates).toEqual([]);
    const words = wordsInCode();
    expect(words.length).toBeGreaterThan(50);
    expect(words.filter(({ text }) => english(text).length > 0)).toEqual([]);
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
