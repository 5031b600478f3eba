import {
  FIELDS,
  holdsRows,
  isPercent,
  MAX_EXPLAINED_ITEMS,
  namesRecord,
  valueType,
  type Explained,
  type FieldDescribe,
} from '../../contract/index.ts';
import {
  Duration,
  explainResult,
  parse,
  showValue,
  toSentence,
  type Context,
  type Explanation,
  type ExplanationNames,
  type Scope,
} from '../../expression/index.ts';
import {
  fieldNamed,
  formatNumber,
  formatValue,
  isEmpty,
  labelOf,
  plainNumber,
  ratioText,
  type FieldFormat,
  type LabelSource,
} from '../../values/index.ts';
import { answerOf } from './check.ts';
import { numberWords } from './explain-number.ts';
import { computedSource, fieldLogic } from './logic.ts';
import { recordNames } from './types.ts';

/** What an explanation reads. */
export interface ExplainedRecord {
  /** Fields of the record, or of the row, and of the record around it. */
  readonly fields: readonly FieldDescribe[];
  readonly around?: readonly FieldDescribe[];
  readonly scope: Scope;
  readonly ctx: Context;
  readonly labels: LabelSource;
  /** A field of another object, whole, where it is known. */
  fieldOf?(object: string, name: string): FieldDescribe | undefined;
}

const EMPTY = '空';
/** Digits after the point of what is on the way to a result, and characters of a text. */
const SHOWN_DIGITS = 6;
const SHOWN_TEXT = 60;
const cut = (text: string): string =>
  text.length > SHOWN_TEXT ? `${text.slice(0, SHOWN_TEXT)}…` : text;

/** A number in a calculation: exact as far as it is short. */
function figure(value: number): string {
  const plain = plainNumber(value);
  const [, fraction = ''] = plain.split('.');
  return fraction.length > SHOWN_DIGITS
    ? `${formatNumber(value, SHOWN_DIGITS)}…`
    : formatNumber(value);
}

/** A field that a path leads to, and the lookup it is read through with the path to that. */
interface Found {
  readonly field: FieldFormat & { readonly label: string };
  readonly through?: { readonly field: FieldDescribe; readonly path: readonly string[] };
}

const labelOfFound = ({ field, through }: Found): string =>
  through ? `${through.field.label}的${field.label}` : field.label;

/** The names of a record for people. */
class RecordWords implements ExplanationNames {
  constructor(private readonly record: ExplainedRecord) {}

  find(path: readonly string[]): Found | undefined {
    const { fields, around = [] } = this.record;
    return this.#below(path, [...fields, ...around], []);
  }
  #below(
    [name = '', ...rest]: readonly string[],
    fields: readonly FieldDescribe[],
    before: readonly string[],
  ): Found | undefined {
    const field = fields.find(({ apiName, removed }) => apiName === name && !removed);
    const at = [...before, name];
    if (!field) {
      const system = at.length === 1 && rest.length === 0 ? fieldNamed(null, name) : undefined;
      return system && { field: system };
    }
    if (rest.length === 0) return { field };
    if (holdsRows(field.type))
      return this.#below(rest, (field.fields ?? []) as FieldDescribe[], at);
    const target = namesRecord(field.type) ? this.#referred(field, rest[0]!) : undefined;
    return target && { field: target, through: { field, path: at } };
  }
  #referred({ refObject = '', reads }: FieldDescribe, name: string): Found['field'] | undefined {
    return this.record.fieldOf?.(refObject, name) ?? reads?.find(({ apiName }) => apiName === name);
  }

  label(path: readonly string[]): string | undefined {
    const found = this.find(path);
    return found && labelOfFound(found);
  }
  option(path: readonly string[], value: string): string | undefined {
    return this.find(path)?.field.options?.find(({ code }) => code === value)?.label;
  }
  number(path: readonly string[], value: string): string | undefined {
    const field = this.find(path)?.field;
    return field && isPercent(field) ? ratioText(value) : undefined;
  }
  value(path: readonly string[], value: unknown): string {
    const field = this.find(path)?.field;
    if (!field || isEmpty(value)) return this.plain(value);
    if (typeof value === 'number' && isPercent(field)) return ratioText(String(value));
    const type = valueType(field);
    if (typeof value === 'number' && type !== 'duration') return figure(value);
    if (holdsRows(type) || (typeof value === 'object' && !Array.isArray(value)))
      return this.plain(value);
    const text = cut(formatValue({ ...field, type }, value, this.record.labels));
    return FIELDS[type].reads === 'text' ? `“${text}”` : text;
  }
  plain(value: unknown): string {
    if (isEmpty(value)) return EMPTY;
    if (typeof value === 'number') return figure(value);
    if (value instanceof Duration) return value.toString();
    const text = cut(showValue(value, this.record.ctx));
    return typeof value === 'string' && !/^\d{4}-\d\d-\d\d/.test(value) ? `“${text}”` : text || '…';
  }
}

type Source = Explained['sources'][number];
/** The record a value is read through a lookup of. */
function holderOf(
  { through }: Found,
  { scope, labels }: ExplainedRecord,
): Pick<Source, 'from'> | undefined {
  const id = through && scope.get(through.path);
  if (!through || typeof id !== 'string') return undefined;
  const { refObject: object = '' } = through.field;
  return { from: { object, id, title: labelOf(object, id, labels) } };
}
function sourceOf(path: readonly string[], words: RecordWords, record: ExplainedRecord): Source[] {
  const found = words.find(path);
  if (!found || holdsRows(found.field.type)) return [];
  const value = record.scope.get(path);
  const own = record.fields.find(({ apiName }) => path.length === 1 && apiName === path[0]);
  return [
    {
      label: labelOfFound(found),
      text: cut(resultText(found.field, value, record.labels)),
      isEmpty: isEmpty(value),
      ...holderOf(found, record),
      ...(own && isExplained(own) && { field: own.apiName }),
    },
  ];
}
/** A value as its field shows it. */
export const resultText = (field: FieldFormat, value: unknown, labels: LabelSource): string =>
  isEmpty(value) ? EMPTY : formatValue({ ...field, type: valueType(field) }, value, labels);
/** An explanation that says no more than how the value is computed. */
export const bareExplanation = (label: string, result: string, words: string): Explained => ({
  label,
  result,
  words,
  steps: [],
  sources: [],
  choices: [],
  totals: [],
  notes: [],
});

/** Whether a field's value is computed from others. */
const isExplained = ({ formula, rollup }: FieldDescribe): boolean =>
  formula !== undefined || rollup !== undefined;
/** The lookup among these that fills the field, and the name of what it takes. */
export function fillOf(field: FieldDescribe, fields: readonly FieldDescribe[]) {
  for (const lookup of fields) {
    const fill = lookup.removed ? undefined : lookup.fills?.find(({ to }) => to === field.apiName);
    if (fill && namesRecord(lookup.type)) return { lookup, fill };
  }
  return undefined;
}
/** Whether it can be said how the field's value came about; `fields` are those beside it. */
export const canExplain = (field: FieldDescribe, fields: readonly FieldDescribe[]): boolean =>
  isExplained(field) ||
  field.numberRule !== undefined ||
  fillOf(field, fields)?.fill.locked === true;

/** 100 + 200 + 50 = 350; of a smallest or largest value a list of them. */
export function totalLine(
  fn: string,
  items: readonly string[],
  { counted, blank, result }: { counted: number; blank: number; result: string },
): string {
  if (items.length === 0) return '';
  const isCut = counted > items.length;
  const terms = items.map((text) => text.split(' = ').at(-1)!).filter((text) => text !== EMPTY);
  if (fn === 'sum' || fn === 'avg') {
    const sum = [...terms, ...(isCut ? ['…'] : [])].join(' + ');
    const whole = fn === 'sum' ? sum : `(${sum}) ÷ ${counted - blank}`;
    return `${whole} = ${result}`;
  }
  return `${[...terms, ...(isCut ? ['…'] : [])].join('、')} 中取 ${result}`;
}
/** What is said of rows without a value, and of those that did not count. */
export const totalNotes = (unit: string, { blank }: { blank: number }): string[] =>
  blank > 0 ? [`${blank} ${unit}没有值，不计入`] : [];

/** A value among others of a calculation: 350,000 of ¥350,000.00. */
export function calculated(field: FieldFormat, value: unknown, labels: LabelSource): string {
  if (isEmpty(value)) return EMPTY;
  const type = valueType(field);
  return typeof value === 'number' && type !== 'duration' && !isPercent(field)
    ? figure(value)
    : cut(formatValue({ ...field, type }, value, labels));
}

function totalsOf({ totals }: Explanation): Explained['totals'] {
  return totals.map(({ words, fn, counted, length, blank, first, result }) => ({
    words,
    count: counted,
    isMore: false,
    unit: '行',
    line: totalLine(fn, first, { counted, blank, result }),
    items: first.slice(0, MAX_EXPLAINED_ITEMS).map((text) => ({ text })),
    notes: [
      ...(counted < length ? [`共 ${length} 行，满足条件的有 ${counted} 行`] : []),
      ...totalNotes('行', { blank: fn === 'count' || fn === 'exists' ? 0 : blank }),
    ],
  }));
}

/** Why there is no result, and how the shown one was rounded. */
function notesOf(
  { failure, dividedByZero }: Explanation,
  value: unknown,
  result: string,
  sources: readonly Source[],
): string[] {
  if (failure !== undefined) return [`没有算完：${failure}`];
  if (!isEmpty(value)) return roundingNotes(value, result);
  if (dividedByZero) return ['除数是 0，所以没有结果'];
  const empty = sources.filter((source) => source.isEmpty).map(({ label }) => `「${label}」`);
  return empty.length > 0 ? [`${empty.join('、')}为空，所以没有结果`] : ['没有结果'];
}
/** A number that is shown with fewer digits than it has. */
export function roundingNotes(value: unknown, result: string): string[] {
  if (typeof value !== 'number' || !/^\D{0,4}[\d,]+(\.\d+)?%?$/.test(result)) return [];
  const digits = (text: string): number => text.replace('%', '').split('.')[1]?.length ?? 0;
  const shown = digits(result);
  return digits(plainNumber(value)) > shown
    ? [`算出 ${figure(value)}${result.endsWith('%') ? '%' : ''}，显示时四舍五入到 ${shown} 位小数`]
    : [];
}

/** An expression over the record in words. */
export function expressionWords(source: string, record: ExplainedRecord): string {
  const parsed = parse(source);
  return parsed.ok ? toSentence(parsed.ast, new RecordWords(record)) : '';
}

/** A field that is filled by the lookup beside it. */
function explainFill(field: FieldDescribe, record: ExplainedRecord): Explained | null {
  const { fields, scope, labels } = record;
  const found = fillOf(field, fields);
  if (!found) return null;
  const { lookup, fill } = found;
  const path = [lookup.apiName, fill.from];
  const words = new RecordWords(record);
  const taken = words.find(path)?.field.label ?? fill.from;
  const result = calculated(field, scope.get([field.apiName]), labels);
  const told = bareExplanation(
    field.label,
    result,
    `选定「${lookup.label}」时，带入它的「${taken}」`,
  );
  if (isEmpty(scope.get([lookup.apiName])))
    return { ...told, notes: [`还没有选定「${lookup.label}」`] };
  const isCurrent = calculated(field, scope.get(path), labels) === result;
  return {
    ...told,
    sources: sourceOf(path, words, record),
    notes: isCurrent ? [] : ['带入之后，来源已被修改；重新选定时才会更新'],
  };
}

/**
 * How an automatic number, the value of a formula, of a rollup over the record's own rows, or of a
 * field that a lookup fills came about; null for any other field.
 */
export function explainField(field: FieldDescribe, record: ExplainedRecord): Explained | null {
  if (field.numberRule) {
    const number = resultText(field, record.scope.get([field.apiName]), record.labels);
    return bareExplanation(field.label, number, numberWords(field.numberRule, record.fields));
  }
  const source = computedSource(field);
  const parsed = source === null ? undefined : parse(source);
  if (!parsed?.ok) return explainFill(field, record);
  const { fields, around = [], scope, ctx, labels } = record;
  const names = recordNames([...around, ...fields]);
  const words = new RecordWords(record);
  const explanation = explainResult(parsed.ast, words, scope, ctx, names);
  const compute = fieldLogic(field, names)?.compute;
  const value = compute ? answerOf(compute, scope, ctx) : null;
  const result = resultText(field, value, labels);
  const plain = calculated(field, value, labels);
  const sources = explanation.reads.flatMap(({ path }) => sourceOf(path, words, record));
  return withTotalAsStep({
    ...bareExplanation(field.label, result, explanation.words),
    steps: explanation.steps.filter((line) => line !== plain),
    sources,
    choices: [...explanation.choices],
    totals: totalsOf(explanation),
    notes: notesOf(explanation, value, result, sources),
  });
}

/** Where the whole is one total, its line is the calculation. */
export function withTotalAsStep(explained: Explained): Explained {
  const [total, other] = explained.totals;
  if (!total || other || explained.steps.length > 0) return explained;
  const step = total.line.split(' = ')[0] ?? '';
  return {
    ...explained,
    steps: step === '' ? [] : [step],
    totals: [{ ...total, words: '', line: '' }],
  };
}
