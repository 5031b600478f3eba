import {
  isPercent,
  SYSTEM_FIELDS,
  TIME_ZONE,
  type FieldDescribe,
  type SelectOption,
  namesRecord,
  holdsRows,
} from '../../../contract/index.ts';
import {
  check,
  compile,
  ExpressionError,
  parseDisplayText,
  print,
  resultType,
  scopeOf,
  showValue,
  toSentence,
  toStored,
  toDisplayText,
  typeName,
  type Ast,
  type Type,
  type LabeledName,
} from '../../../expression/index.ts';
import { explainField, fieldType, USER_TYPE } from '../../../page/index.ts';
import type { EnginePorts } from '../../../runtime/ports/index.ts';
import {
  formatValue,
  isLengthOfTime,
  ratioText,
  resultField,
  resultName,
  RESULT_WANTED,
} from '../../../values/index.ts';

/** A name a formula can read: with its type, the choices of its values, and the field behind it. */
export interface FormulaName extends LabeledName {
  readonly type: Type;
  readonly options?: readonly SelectOption[];
  readonly field?: FieldDescribe;
  readonly inside?: readonly FormulaName[];
}
/** What a formula may result in; `any` accepts every type. */
type Expected = 'any' | 'value' | 'condition';
export interface FormulaContext {
  readonly names: readonly FormulaName[];
  /** Fields that were removed: still said by their labels, and no longer to be read. */
  readonly removed: readonly FormulaName[];
  readonly expected: Expected;
}
/** The names as they are now; asked for at every reading. */
export type FormulaSource = () => FormulaContext;
interface FormulaFault {
  readonly from: number;
  readonly to: number;
  readonly message: string;
  /** What to put there instead. */
  readonly hint?: string;
}
/**
 * One text, read: what is wrong, or what it means. `sentence` and `type` are empty while it is
 * wrong.
 */
export interface FormulaReading {
  readonly faults: readonly FormulaFault[];
  readonly sentence: string;
  readonly type: string;
  readonly ast?: Ast;
  /** First names it reads. */
  readonly reads: readonly FormulaName[];
}

/** Parts of values that are made of several. */
const PARTS: Readonly<Record<string, string>> = {
  from: '开始',
  to: '结束',
  lng: '经度',
  lat: '纬度',
  address: '地址',
  fileId: '文件编号',
  name: '名称',
  size: '大小',
  mime: '文件类型',
  id: '编号',
  realName: '姓名',
  isSuper: '是管理员',
  isBuilder: '是搭建者',
  functions: '功能权限',
  tenantName: '企业',
  headImgUrl: '头像',
};
const elementOf = (type: Type): Type =>
  typeof type === 'object' && 'list' in type ? type.list : type;
const isList = (type: Type): boolean => typeof type === 'object' && 'list' in type;
function partsOf(type: Type): readonly FormulaName[] | undefined {
  const element = elementOf(type);
  if (typeof element !== 'object' || !('fields' in element)) return undefined;
  return Object.entries(element.fields).map(([name, each]) =>
    named(name, PARTS[name] ?? name, each),
  );
}
const named = (
  name: string,
  label: string,
  type: Type,
  more: Partial<FormulaName> = {},
): FormulaName => {
  const inside = more.inside ?? partsOf(type);
  return { name, label, type, list: isList(type), ...more, ...(inside && { inside }) };
};

/** Names of the fields of other objects, which lookups lead to; undefined while they are not known. */
export type ReferredNames = ReadonlyMap<string, readonly FormulaName[]>;
function fieldName(field: FieldDescribe, referred?: ReferredNames): FormulaName {
  const columns = holdsRows(field.type)
    ? (field.fields ?? []).filter(({ removed, apiName }) => !removed && apiName)
    : undefined;
  const whole = columns ? { ...field, fields: columns } : field;
  const inside = columns
    ? [...columns.map((column) => fieldName(column, referred)), named('id', '编号', 'text')]
    : namesRecord(field.type)
      ? referred?.get(field.refObject ?? '')
      : undefined;
  return named(field.apiName, field.label || field.apiName, fieldType(whole), {
    field,
    ...(field.options && { options: field.options }),
    ...(inside && { inside }),
  });
}
export const fieldNames = (
  fields: readonly FieldDescribe[],
  referred?: ReferredNames,
): FormulaName[] =>
  fields
    .filter(({ removed, apiName }) => !removed && apiName)
    .map((field) => fieldName(field, referred));
/** A row as one name, its columns behind it. */
export const rowAsName = (
  name: string,
  label: string,
  inside: readonly FormulaName[],
): FormulaName => {
  const fields = Object.fromEntries(inside.map((column) => [column.name, column.type]));
  return named(name, label, { fields }, { inside });
};
export const removedNames = (fields: readonly FieldDescribe[]): FormulaName[] =>
  fields.filter(({ removed, apiName }) => removed && apiName).map((field) => fieldName(field));
/** The objects that lookups among fields and columns lead to. */
export const referredObjects = (fields: readonly FieldDescribe[]): string[] => [
  ...new Set(
    fields
      .flatMap((field) => [field, ...((field.fields ?? []) as FieldDescribe[])])
      .flatMap(({ type, refObject, removed }) =>
        namesRecord(type) && refObject && !removed ? [refObject] : [],
      ),
  ),
];

const SYSTEM: readonly FormulaName[] = fieldNames(
  SYSTEM_FIELDS.map((field) => ({ ...field, id: field.apiName, order: 0 })),
);
const USER = named('user', '当前用户', USER_TYPE);
const TYPES: readonly string[] = ['text', 'number', 'boolean', 'date', 'dateTime'];
const namesInside = (inside: unknown): FormulaName[] | undefined =>
  Array.isArray(inside)
    ? plainNames(
        inside.filter(
          (part): part is Record<string, unknown> => typeof part === 'object' && part !== null,
        ),
      )
    : undefined;
/**
 * Names a page gives by hand: {name, label, type, inside}; of a list, `inside` are a row's names.
 */
export const plainNames = (given: readonly Readonly<Record<string, unknown>>[]): FormulaName[] =>
  given.flatMap((each) => {
    const name = String(each['name'] ?? '');
    if (name === '') return [];
    const inside = namesInside(each['inside']);
    const fields: Type | undefined = inside && {
      fields: Object.fromEntries(inside.map((part) => [part.name, part.type])),
    };
    const plain: Type = TYPES.includes(String(each['type']))
      ? (each['type'] as Type)
      : (fields ?? 'any');
    return [
      named(
        name,
        String(each['label'] ?? '') || name,
        each['type'] === 'list' ? { list: fields ?? 'any' } : plain,
        inside && { inside },
      ),
    ];
  });

export interface FormulaContextParts {
  fields: readonly FormulaName[];
  rows?: readonly FormulaName[] | undefined;
  removed?: readonly FormulaName[];
  system?: boolean;
  user?: boolean;
  expected: Expected;
}
/** All names there are. A row's come first; a label both have means the row's. */
export function formulaContext({
  fields,
  rows = [],
  removed = [],
  system = true,
  user = false,
  expected,
}: FormulaContextParts): FormulaContext {
  const [names, labels] = [
    new Set(rows.map(({ name }) => name)),
    new Set(rows.map(({ label }) => label)),
  ];
  const called = new Set(fields.map(({ label }) => label));
  const given = SYSTEM.map((each) =>
    called.has(each.label) ? { ...each, label: each.name } : each,
  );
  const own = [...fields, ...(system ? given : []), ...(user ? [USER] : [])];
  const around = [
    ...new Map(own.toReversed().map((each) => [each.name, each])).values(),
  ].toReversed();
  const all = [
    ...rows,
    ...around
      .filter(({ name }) => !names.has(name))
      .map((each) => (labels.has(each.label) ? { ...each, label: each.name } : each)),
  ];
  const isNamed = ({ name, label }: FormulaName): boolean =>
    all.some((each) => each.name === name || each.label === label);
  return { names: all, removed: removed.filter((each) => !isNamed(each)), expected };
}
const allNames = ({ names, removed }: FormulaContext): readonly FormulaName[] =>
  removed.length === 0 ? names : [...names, ...removed];

export const displayFormula = (kept: string, world: FormulaContext): string =>
  toDisplayText(kept, allNames(world));
export const storedFormula = (shown: string, world: FormulaContext): string =>
  toStored(shown, allNames(world));

/** The name a path of real names leads to. */
export function nameAt(
  path: readonly string[],
  names: readonly FormulaName[],
): FormulaName | undefined {
  const [first, ...rest] = path;
  const found = names.find(({ name }) => name === first);
  return rest.length === 0 ? found : found && nameAt(rest, found.inside ?? []);
}
function typeAt(path: readonly string[], names: readonly FormulaName[]): Type | undefined {
  const [first, ...rest] = path;
  const found = names.find(({ name }) => name === first);
  if (!found || rest.length === 0) return found?.type;
  // A list leads on only through what one of its rows refers to.
  if (found.list && rest.length < 2) return undefined;
  return found.type === 'any' ? 'any' : typeAt(rest, found.inside ?? []);
}

/** A field of what a lookup names is said with it: 设备的类别. */
function labelAt(path: readonly string[], names: readonly FormulaName[]): string | undefined {
  const last = nameAt(path, names)?.label;
  const lookup = path.length > 1 ? nameAt(path.slice(0, -1), names) : undefined;
  const leads = lookup?.field !== undefined && namesRecord(lookup.field.type);
  return last !== undefined && leads ? `${lookup.label}的${last}` : last;
}

/** Undefined for an unknown name. */
function isPercentAt(path: readonly string[], names: readonly FormulaName[]): boolean | undefined {
  const name = nameAt(path, names);
  return name && name.field !== undefined && isPercent(name.field);
}

const isTimeAt = (path: readonly string[], names: readonly FormulaName[]): boolean => {
  const field = nameAt(path, names)?.field;
  return field !== undefined && isLengthOfTime(field);
};

function unfit(type: Type, expected: Expected): string | undefined {
  if (expected === 'condition' && type !== 'boolean' && type !== 'any')
    return `条件的结果应为是或否，这里是${typeName(type)}`;
  return expected === 'value' && type !== 'any' && type !== 'null' && !resultField(type)
    ? `${RESULT_WANTED}，这里是${typeName(type)}`
    : undefined;
}
const faultOf = ({ start, end, message, hint, code }: ExpressionError): FormulaFault => ({
  from: start,
  to: end,
  message,
  ...(hint !== undefined &&
    (code === 'unknownName' || code === 'unknownFunction') &&
    !hint.includes('(') && { hint }),
});

/** An unknown name that is a removed field's. */
function goneFault(
  { code, start, end }: ExpressionError,
  text: string,
  { removed }: FormulaContext,
): FormulaFault | undefined {
  const word = text.slice(start, end).replaceAll('`', '').trim();
  const field =
    code === 'unknownName'
      ? removed.find(({ name, label }) => word === name || word === label)
      : undefined;
  return field && { from: start, to: end, message: `字段“${field.label}”已删除` };
}

/** Reads a text in either notation. An empty one is nothing wrong and says nothing. */
export function readFormula(text: string, world: FormulaContext): FormulaReading {
  const nothing = { faults: [], sentence: '', type: '', reads: [] };
  if (text.trim() === '') return nothing;
  const parsed = parseDisplayText(text, allNames(world));
  if (!parsed.ok) return { ...nothing, faults: parsed.errors.map(faultOf) };
  const below = (path: readonly string[]): readonly FormulaName[] =>
    path.length === 0 ? world.names : (nameAt(path, world.names)?.inside ?? []);
  const { type, errors, dependencies } = check(parsed.ast, {
    typeOf: (path) => typeAt(path, world.names),
    names: (path) => below(path).flatMap(({ label, name }) => [label, name]),
  });
  const wrong = errors.length === 0 ? unfit(type, world.expected) : undefined;
  const faults = [
    ...errors.map((error) => goneFault(error, text, world) ?? faultOf(error)),
    ...(wrong ? [{ from: 0, to: text.length, message: wrong }] : []),
  ];
  const reads = world.names.filter(({ name }) => dependencies.some(([first]) => first === name));
  if (faults.length > 0) return { ...nothing, faults, reads };
  const names = {
    label: (path: readonly string[]) => labelAt(path, world.names),
    option: (path: readonly string[], value: string) =>
      nameAt(path, world.names)?.options?.find(({ code }) => code === value)?.label,
    number: (path: readonly string[], value: string) =>
      isPercentAt(path, world.names) ? ratioText(value) : undefined,
  };
  return {
    faults,
    sentence: toSentence(parsed.ast, names),
    type: resultName(resultType(type, parsed.ast, (path) => isTimeAt(path, world.names))),
    ast: parsed.ast,
    reads,
  };
}

/**
 * The formula evaluated over the given values at `now`: the result as text, or why there is none.
 */
export function sampleResult(
  ast: Ast,
  names: readonly FormulaName[],
  values: Readonly<Record<string, unknown>>,
  now: Date,
): string {
  const ctx = { now, timeZone: TIME_ZONE };
  try {
    const env = {
      typeOf: () => undefined,
      isPercent: (path: readonly string[]) => isPercentAt(path, names),
    };
    const value = compile(ast, env)(scopeOf(values), ctx);
    if (value === null || value === undefined) return '空值';
    const isTime = (path: readonly string[]) => isTimeAt(path, names);
    return typeof value === 'number' && resultType('number', ast, isTime) === 'duration'
      ? formatValue({ type: 'duration' }, value)
      : showValue(value, ctx);
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}

/** How the result comes about over the given values: the formula with its values, line by line. */
export function sampleSteps(
  ast: Ast,
  names: readonly FormulaName[],
  values: Readonly<Record<string, unknown>>,
  ports: Pick<EnginePorts, 'labels' | 'now'>,
): string[] {
  const told = explainField(
    { id: '', apiName: '', label: '', type: 'formula', formula: print(ast), order: 0 },
    {
      fields: names.flatMap(({ field, name }) => (field ? [{ ...field, apiName: name }] : [])),
      scope: scopeOf(values),
      ctx: { now: ports.now(), timeZone: TIME_ZONE },
      labels: ports.labels,
    },
  );
  return told ? [...told.steps, ...told.totals.flatMap(({ line }) => (line ? [line] : []))] : [];
}
