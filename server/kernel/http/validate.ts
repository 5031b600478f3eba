import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { LIST_MEMBER, problem, type Call, type Problem } from '../../../contract/index.ts';
import { problemsError } from '../errors.ts';
import { findUnfit } from './input-guard.ts';

type Part = 'params' | 'query' | 'body';
type Parts = Readonly<Record<Part, unknown>>;

/** Bodies arrive typed and stay as they are; names in paths, query strings and HTML forms are text and may be coerced. */
const options = { strict: true, allowUnionTypes: true, useDefaults: false, strictNumbers: true } as const;
const exact = withFormats(new Ajv(options));
const coercing = withFormats(new Ajv({ ...options, coerceTypes: true }));

function withFormats(ajv: Ajv): Ajv {
  // ajv-formats is CommonJS: its callable is the default export, or that one's default, by bundler.
  const add = (addFormats as unknown as { default?: (ajv: Ajv) => void }).default ?? (addFormats as unknown as (ajv: Ajv) => void);
  add(ajv);
  return ajv;
}

/** Checks the parts of a request against its call and merges them into the handler's one input object. */
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
 * Compiles a call's schemas once, when it is first made: compiling all of them is a quarter of a second start. The reader
 * throws an AppError with the path of what it refuses.
 */
export function inputReader(call: Call): InputReader {
  let checks: Checks | undefined;
  return (parts) => {
    checks ??= checksOf(call);
    const body = call.bodyKind === 'list' ? { [LIST_MEMBER]: parts.body ?? null } : parts.body;
    return { ...read('body', checks.body, { ...parts, body }), ...read('query', checks.query, parts), ...read('params', checks.params, parts) };
  };
}

function read(part: Part, check: ValidateFunction | undefined, parts: Parts): object {
  if (!check) return {};
  // A call whose body has nothing required may be sent without one.
  const value = parts[part] ?? {};
  const unfit = findUnfit(value);
  if (unfit) throw problemsError([problem(unfit.path, 'VALUE_FORMAT', { label: unfit.path.split('/').at(-1) || '请求内容', expected: unfit.expected })]);
  if (!check(value)) throw problemsError((check.errors ?? []).map((error) => problemOf(error, value)));
  return value as object;
}

const TYPE_NAMES: Readonly<Record<string, string>> = { string: '文本', integer: '整数', number: '数字', boolean: '是或否', array: '列表', object: '对象', null: '空' };
const typeName = (type: unknown) => [type].flat().map((each) => TYPE_NAMES[String(each)] ?? String(each)).join('或');
/** Sentences about a text show this much of it. */
const SHOWN = 50;

function valueAt(root: unknown, pointer: string): unknown {
  const steps = pointer.split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce<unknown>((value, step) => (value as Record<string, unknown> | null | undefined)?.[step], root);
}

/** Ajv's complaint in the catalogue's words; the label is the property's own name, the path starts at the input's root as the services' do. */
function problemOf({ keyword, instancePath: path, params }: ErrorObject, root: unknown): Problem {
  const given = params as Record<string, unknown>;
  const label = path.split('/').at(-1) || '请求内容';
  const limit = Number(given['limit']);
  switch (keyword) {
    case 'required': return problem(`${path}/${String(given['missingProperty'])}`, 'REQUIRED', { label: String(given['missingProperty']) });
    case 'additionalProperties': return problem(`${path}/${String(given['additionalProperty'])}`, 'UNKNOWN_FIELD', { name: String(given['additionalProperty']).slice(0, SHOWN) });
    case 'type': return problem(path, 'VALUE_TYPE', { label, expected: typeName(given['type']) });
    case 'minLength': case 'minItems': return problem(path, 'REQUIRED', { label });
    case 'maxLength': return problem(path, 'VALUE_LENGTH', { label, max: limit });
    case 'maxItems': return problem(path, 'TOO_MANY', { max: limit, count: (valueAt(root, path) as unknown[]).length });
    case 'enum': return problem(path, 'VALUE_OPTION', { label, value: String(valueAt(root, path)).slice(0, SHOWN) });
    default: return problem(path, 'FIELD_INVALID', { label });
  }
}
