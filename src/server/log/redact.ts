import { callOf, hasCall } from '../../contract/index.ts';
import { storable } from '../kernel/index.ts';

/** A line's detail is read by people: longer ones are cut, in characters of JSON (2 KB). */
const MAX_DETAIL = 2_000;
const MAX_STRING = 200;
const MAX_ITEMS = 20;
const MAX_KEYS = 50;
const MAX_DEPTH = 6;
/** Replaces a secret. */
export const HIDDEN = '（不记录）';

/** Names that hold a secret by themselves. */
const SECRETS: ReadonlySet<string> = new Set([
  'code',
  'answer',
  'link',
  'otp',
  'pin',
  'hash',
  'salt',
]);
/** Services whose `code` is what a thing is called, not what was sent to a telephone. */
const CODES_ARE_NAMES = /^(system|busmodel)\./;
/** Parts of names that indicate one: newPwd, smsCode, inviteLink, accessKeyId ... */
const REVEALING_KEYS = [
  /pass|pwd|token|secret|captcha|credential|signature|cookie|link$|access_?key|private/i,
  /(sms|mail|verify|auth|invite|check|wx)_?code/i,
];

type IsSecret = (name: string) => boolean;
/** True for a name whose value is never logged. */
export const isSecret: IsSecret = (name) =>
  SECRETS.has(name.toLowerCase()) || REVEALING_KEYS.some((part) => part.test(name));
const isSecretBesideCodes: IsSecret = (name) => name !== 'code' && isSecret(name);

/**
 * What was given, without secrets and no longer than people read: names stay, values of secret ones
 * never leave.
 */
function redact(value: unknown, hidden: IsSecret, depth: number): unknown {
  if (typeof value === 'string') return storable(value, MAX_STRING);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value)) {
    const shown = value.slice(0, MAX_ITEMS).map((each) => redact(each, hidden, depth + 1));
    return value.length > MAX_ITEMS ? [...shown, `… 共 ${value.length} 项`] : shown;
  }
  const entries = Object.entries(value);
  // A value beside its name ({key, value}) is as secret as the name indicates.
  const named = 'key' in value && typeof value.key === 'string' && hidden(value.key);
  const shown = entries
    .slice(0, MAX_KEYS)
    .map(
      ([name, each]) =>
        [
          storable(name, MAX_STRING),
          hidden(name) || (named && name === 'value') ? HIDDEN : redact(each, hidden, depth + 1),
        ] as const,
    );
  return Object.fromEntries(
    entries.length > MAX_KEYS ? [...shown, ['…', `共 ${entries.length} 项`]] : shown,
  );
}

/** Names of the fields that values are given for, wherever they are in it. */
function fieldsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const field: unknown = 'field' in value ? value.field : undefined;
  const named = typeof field === 'string' ? [field] : [];
  return [...new Set([...named, ...Object.values(value).flatMap(fieldsIn)])];
}
/** What is logged of values of records: the fields and how many values; nothing of the values. */
function withoutValues(value: unknown): unknown {
  if (value === undefined || value === null) return value;
  const fields = fieldsIn(value);
  if (fields.length > 0) return { fields, count: Array.isArray(value) ? value.length : 1 };
  return HIDDEN;
}
/** Parts of a request that was refused before it was one input. */
const PARTS = ['body', 'query', 'path'] as const;
type Input = Readonly<Record<string, unknown>>;
const isInput = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function withoutRecords(input: Input, names: readonly string[]): Input {
  const hidden = names.filter((name) => Object.hasOwn(input, name));
  const parts = PARTS.filter((part) => !names.includes(part) && Object.hasOwn(input, part));
  return {
    ...input,
    ...Object.fromEntries(hidden.map((name) => [name, withoutValues(input[name])])),
    ...Object.fromEntries(parts.map((part) => [part, partWithout(input[part], names)])),
  };
}
/** A part that is no object may hold the values anywhere. */
const partWithout = (part: unknown, names: readonly string[]): unknown =>
  isInput(part) ? withoutRecords(part, names) : withoutValues(part);
const recordValuesOf = (callId: string): readonly string[] =>
  (hasCall(callId) && callOf(callId).recordValues) || [];

/**
 * The detail of a line: an object; one that is still too long is stored as the beginning of its
 * text.
 */
export function detailOf(
  callId: string,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = recordValuesOf(callId);
  const shown = redact(
    names.length > 0 ? withoutRecords(input, names) : input,
    CODES_ARE_NAMES.test(callId) ? isSecretBesideCodes : isSecret,
    0,
  ) as Record<string, unknown>;
  const text = JSON.stringify(shown);
  return text.length > MAX_DETAIL ? { '…': storable(text, MAX_DETAIL) } : shown;
}
