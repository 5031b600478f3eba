import { STRATEGIES } from '../../contract/index.ts';
import type { FlowNode } from '../../flow/index.ts';
import { isRecord } from '../../values/index.ts';

/**
 * What inputs leave behind, made into settings: an input writes one part at a time, so that a
 * setting of several parts is half there for a while.
 */

type Fields = Readonly<Record<string, unknown>>;
const isBlank = (value: unknown): boolean => value === null || value === '' || value === undefined;

/**
 * A value without what was emptied: an input that is cleared leaves null or an empty text, which no
 * setting allows; left out, the setting has its default.
 */
function withoutBlanks(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((part) => !isBlank(part)).map(withoutBlanks);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => !isBlank(part))
      .map(([key, part]) => [key, withoutBlanks(part)]),
  );
}

/** Numbers that a select hands over as text; a parameter that was written by its number is a list. */
function candidateOf(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { strategy, param, ...rest } = value;
  return {
    ...rest,
    strategy: Number(strategy),
    ...(param !== undefined && { param: isRecord(param) ? Object.values(param) : param }),
  };
}
const candidatesOf = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(candidateOf) : value;

const UNIT = 'days';
/** An amount of time; without an amount it is not set. */
const durationOf = (value: unknown): unknown =>
  isRecord(value) && value['amount'] !== undefined ? { unit: UNIT, ...value } : undefined;
/** People a box for members leaves: it writes ids only. */
const membersOf = (value: unknown): unknown =>
  isRecord(value) ? candidatesOf(Object.values(value).map(asMembers)) : candidatesOf(value);
const asMembers = (each: unknown): unknown =>
  isRecord(each) ? { strategy: STRATEGIES.users, ...each } : each;
function timeoutOf(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { to, ...rest } = value;
  return {
    ...rest,
    after: durationOf(value['after']) ?? { amount: 1, unit: UNIT },
    ...(to !== undefined && { to: membersOf(to) }),
  };
}
const timeoutsOf = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(timeoutOf) : value;

/** What an action of a trigger has, with what it has to have from the beginning. */
const ACTIONS: Readonly<Record<string, { parts: readonly string[]; begins: Fields }>> = {
  update: { parts: ['values'], begins: { values: {} } },
  create: { parts: ['objectApiName', 'values'], begins: { values: {} } },
  message: { parts: ['to', 'title', 'content'], begins: { to: [], title: '' } },
  http: { parts: ['url', 'values', 'waits'], begins: { url: '' } },
};
/** An action with its own parts only: those of the one chosen before are left behind. */
function actionOf(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const known = Object.entries(ACTIONS).find(([action]) => action === value['action']);
  if (!known) return undefined;
  const [action, { parts, begins }] = known;
  const own = Object.fromEntries(
    parts.flatMap((part) => (part in value ? [[part, value[part]]] : [])),
  );
  const { to } = own;
  return { action, ...begins, ...own, ...(to !== undefined && { to: candidatesOf(to) }) };
}

const PARTS: Readonly<Record<string, (value: unknown) => unknown>> = {
  candidates: candidatesOf,
  starter: candidatesOf,
  for: durationOf,
  timeout: durationOf,
  timeouts: timeoutsOf,
  do: actionOf,
};
const settingsOf = (settings: unknown): FlowNode['settings'] => {
  const clean = withoutBlanks(settings) as Fields;
  const parts = Object.entries(clean).map(([key, value]) => {
    const whole = Object.hasOwn(PARTS, key) ? PARTS[key] : undefined;
    return [key, whole ? whole(value) : value];
  });
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined)) as never;
};

/** A node whose settings are whole. */
export function cleanedNode(node: FlowNode): FlowNode {
  const { slots, settings, ...rest } = node;
  return {
    ...(withoutBlanks(rest) as FlowNode),
    ...(isRecord(settings) && { settings: settingsOf(settings) }),
    ...(slots !== undefined && { slots }),
  };
}

const URGE = { minGapMin: 30, maxTimes: 5 };
/** Settings of the template, whole. */
export function cleanedSettings(settings: unknown): unknown {
  if (!isRecord(settings)) return settings;
  const { urge: given, ...rest } = settings;
  const clean = withoutBlanks(rest) as Fields;
  // Null says that no one may be urged.
  if (given === null) return { ...clean, urge: null };
  const urge = withoutBlanks(given ?? {}) as Fields;
  return { ...clean, ...(Object.keys(urge).length > 0 && { urge: { ...URGE, ...urge } }) };
}
