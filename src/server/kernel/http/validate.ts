import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import {
  inputLabel,
  jsonTypeName,
  LIST_MEMBER,
  problem,
  type Call,
  type Problem,
} from '../../../contract/index.ts';
import { problemsError } from '../errors.ts';
import { findInvalidValue } from './input-guard.ts';
import { comparingByText } from './unique-items.ts';

type Part = 'params' | 'query' | 'body';
type Parts = Readonly<Record<Part, unknown>>;

/**
 * Bodies arrive typed and stay as they are; names in paths, query strings and HTML forms are text
 * and may be coerced.
 */
const options = {
  strict: true,
  allowUnionTypes: true,
  useDefaults: false,
  strictNumbers: true,
} as const;
const exact = prepared(new Ajv(options));
const coercing = prepared(new Ajv({ ...options, coerceTypes: true }));

function prepared(ajv: Ajv): Ajv {
  // ajv-formats is CommonJS: its callable is the default export, or that one's default, by bundler.
  const add =
    (addFormats as unknown as { default?: (ajv: Ajv) => void }).default ??
    (addFormats as unknown as (ajv: Ajv) => void);
  add(ajv);
  // What an input names is for pages that make the call; nothing is checked by it.
  ajv.addVocabulary(['x-kind']);
  return comparingByText(ajv);
}

/** What a client adds to a GET so that no cache between answers it; the server ignores it. */
const TIMESTAMP = 'timestamp';

/**
 * Checks the parts of a request against its call and merges them into the handler's one input
 * object.
 */
export type InputReader = (parts: Parts) => Record<string, unknown>;

type Checks = Readonly<Record<Part, ValidateFunction | undefined>>;

function checksOf(call: Call): Checks {
  const bodyAjv = call.bodyKind === 'form' ? coercing : exact;
  return {
    params: call.params && coercing.compile(call.params),
    query: call.query && coercing.compile(call.query),
    body: call.bodyKind !== 'multipart' && call.body ? bodyAjv.compile(call.body) : undefined,
  };
}

/**
 * Compiles a call's schemas once, when it is first made: compiling all of them is a quarter of a
 * second start. The reader throws an AppError with the path of what it refuses.
 */
export function inputReader(call: Call): InputReader {
  let checks: Checks | undefined;
  const declared = new Set([
    ...Object.keys((call.query as { properties?: object } | undefined)?.properties ?? {}),
    TIMESTAMP,
  ]);
  return (parts) => {
    checks ??= checksOf(call);
    const body = call.bodyKind === 'list' ? { [LIST_MEMBER]: parts.body ?? null } : parts.body;
    refuseUndeclared(parts.query, declared);
    const [given, query, params] = [
      read(checks.body, body),
      read(checks.query, refuseInvalid(parts.query)),
      read(checks.params, refuseInvalid(parts.params)),
    ];
    refuseRepeated(given, query, params);
    return { ...given, ...query, ...params };
  };
}

/** A name that came in two parts of the request: which of them counts would be ambiguous. */
function refuseRepeated(body: object, query: object, params: object): void {
  const name =
    Object.keys(query).find((each) => Object.hasOwn(body, each)) ??
    Object.keys(params).find((each) => Object.hasOwn(body, each) || Object.hasOwn(query, each));
  if (name !== undefined) throw problemsError([problem(`/${name}`, 'GIVEN_TWICE', { name })]);
}

/**
 * Only parameters the call declares are taken, each once, and `timestamp`, which keeps caches
 * between from answering.
 */
function refuseUndeclared(query: unknown, declared: ReadonlySet<string>): void {
  for (const [name, value] of Object.entries(query ?? {})) {
    const shown = name.slice(0, SHOWN);
    if (!declared.has(name))
      throw problemsError([problem(`/${shown}`, 'PARAM_UNDECLARED', { name: shown })]);
    if (Array.isArray(value))
      throw problemsError([problem(`/${shown}`, 'GIVEN_TWICE', { name: shown })]);
  }
}

/**
 * Names in paths and query strings that can be stored; bodies were looked at when they were parsed.
 */
function refuseInvalid(part: unknown): unknown {
  const unfit = findInvalidValue(part ?? {});
  if (unfit)
    throw problemsError([
      problem(unfit.path, 'VALUE_FORMAT', {
        label: labelOf(unfit.path),
        expected: unfit.expected,
      }),
    ]);
  return part;
}

function read(check: ValidateFunction | undefined, part: unknown): object {
  if (!check) return {};
  // A call whose body has nothing required may be sent without one.
  const value = part ?? {};
  if (!check(value))
    throw problemsError((check.errors ?? []).map((error) => problemOf(error, value)));
  return value as object;
}

const typeName = (type: unknown) =>
  [type]
    .flat()
    .map((each) => jsonTypeName(String(each)))
    .join('或');
/** Sentences about a text show this much of it. */
const SHOWN = 50;

/** An item of a list goes by the name of the list. */
const labelOf = (path: string): string =>
  inputLabel(path.split('/').findLast((step) => step !== '' && !/^\d+$/.test(step)) ?? '');

/**
 * A value in a sentence: text as it is, anything else as JSON. `String` would call a method the
 * caller wrote.
 */
const shownValue = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, SHOWN);

function valueAt(root: unknown, pointer: string): unknown {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce<unknown>(
    (value, step) => (value as Record<string, unknown> | null | undefined)?.[step],
    root,
  );
}

/**
 * Ajv's complaint in the catalogue's words; the label is what people call the property, the path
 * starts at the input's root as the services' do.
 */
function problemOf({ keyword, instancePath: path, params }: ErrorObject, root: unknown): Problem {
  const given = params as Record<string, unknown>;
  const label = labelOf(path);
  const limit = Number(given['limit']);
  switch (keyword) {
    case 'required':
      return problem(`${path}/${String(given['missingProperty'])}`, 'REQUIRED', {
        label: inputLabel(String(given['missingProperty'])),
      });
    case 'additionalProperties':
      return problem(`${path}/${String(given['additionalProperty'])}`, 'UNKNOWN_FIELD', {
        name: String(given['additionalProperty']).slice(0, SHOWN),
      });
    case 'type':
      return problem(path, 'VALUE_TYPE', { label, expected: typeName(given['type']) });
    case 'minLength':
    case 'minItems':
      return problem(path, 'REQUIRED', { label });
    case 'maxLength':
      return problem(path, 'VALUE_LENGTH', { label, max: limit });
    case 'maxItems':
    case 'maxProperties':
      return problem(path, 'TOO_MANY', {
        max: limit,
        count: Object.keys(valueAt(root, path) as object).length,
      });
    case 'enum':
      return problem(path, 'VALUE_OPTION', { label, value: shownValue(valueAt(root, path)) });
    default:
      return problem(path, 'FIELD_INVALID', { label });
  }
}
