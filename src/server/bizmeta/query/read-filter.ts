import {
  FIELDS,
  CONDITION_MAX_TEXT,
  CONDITION_MAX_TEXTS,
  FILTER_MAX_DEPTH,
  FILTER_MAX_LEAVES,
  FILTER_MAX_NODES,
  FILTER_MAX_VALUES,
  filterOps,
  problem,
  specialTitle,
  valueType,
  type FieldDescribe,
  type FilterOperator,
  type Problem,
} from '../../../contract/index.ts';
import type { EvaluationContext } from '../fields/index.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { FIELD_OPERATORS, type Condition, type FieldOperator } from './conditions.ts';

/**
 * Reads a filter from the wire. Everything that is wrong becomes a problem with its path; nothing
 * is left out silently.
 */

type Bag = Readonly<Record<string, unknown>>;
const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const clip = (value: unknown) => (typeof value === 'string' ? value.slice(0, 60) : '');

/** Finds the column a name means. */
type ColumnOf = (table: ObjectTable, name: string) => Column | undefined;
const ownColumn: ColumnOf = (table, name) => table.columns.get(name);

interface FilterReader {
  column(name: unknown): Column | undefined;
  evaluation: EvaluationContext;
  problems: Problem[];
  nodes: number;
  leaves: number;
  letters: number;
}

/** Words replaced by a value at evaluation time (valueType variable). */
const VARIABLES: Partial<
  Record<FieldDescribe['type'], Record<string, (evaluation: EvaluationContext) => unknown>>
> = {
  user: { current_user: (evaluation) => evaluation.userId },
  dateTime: { now: (evaluation) => evaluation.now.toISOString() },
};

/** Words for the reader's departments, which make an operator of their own. */
const DEPT_VARIABLES: Readonly<Record<string, FilterOperator>> = {
  my_depts: 'myDepts',
  my_depts_below: 'myDeptsBelow',
};
const takesDepts = (op: FilterOperator): boolean => ['eq', 'in', 'hasAny'].includes(op);

/**
 * The condition, or null for a filter that holds no leaf. Problems are added to `problems`.
 * `columnOf` also finds columns through lookups where the statement joins them.
 */
export function readFilter(
  filter: unknown,
  table: ObjectTable,
  evaluation: EvaluationContext,
  problems: Problem[],
  { path = '/filter', columnOf = ownColumn }: { path?: string; columnOf?: ColumnOf } = {},
): Condition | null {
  if (filter === undefined || filter === null) return null;
  const column = (name: unknown) => (typeof name === 'string' ? columnOf(table, name) : undefined);
  const reading: FilterReader = { column, evaluation, problems, nodes: 0, leaves: 0, letters: 0 };
  const condition = readNode(filter, reading, path, 1);
  if (reading.leaves > FILTER_MAX_LEAVES || reading.nodes > FILTER_MAX_NODES)
    problems.push(invalid(path, `条件最多 ${FILTER_MAX_LEAVES} 个`));
  else if (reading.letters > CONDITION_MAX_TEXTS)
    problems.push(invalid(path, `条件的值共最多 ${CONDITION_MAX_TEXTS} 个字符`));
  return condition;
}

const invalid = (path: string, why: string) => problem(path, 'FILTER_INVALID', { why });

function refuse(reading: FilterReader, path: string, why: string): null {
  reading.problems.push(invalid(path, why));
  return null;
}

/** Beyond the limits nothing more is read; readFilter reports it once. */
function readNode(
  node: unknown,
  reading: FilterReader,
  path: string,
  depth: number,
): Condition | null {
  if (++reading.nodes > FILTER_MAX_NODES || reading.leaves > FILTER_MAX_LEAVES) return null;
  if (!isBag(node)) return refuse(reading, path, '应为条件或条件组');
  if (depth > FILTER_MAX_DEPTH) return refuse(reading, path, `条件组最多 ${FILTER_MAX_DEPTH} 层`);
  return Object.hasOwn(node, 'items')
    ? readGroup(node, reading, path, depth)
    : readLeaf(node, reading, path);
}

function hasStrangers(
  node: Bag,
  known: readonly string[],
  reading: FilterReader,
  path: string,
): boolean {
  const stranger = Object.keys(node).find((key) => !known.includes(key));
  if (stranger !== undefined) refuse(reading, path, `不认识的属性“${clip(stranger)}”`);
  return stranger !== undefined;
}

function readGroup(
  node: Bag,
  reading: FilterReader,
  path: string,
  depth: number,
): Condition | null {
  if (hasStrangers(node, ['op', 'items'], reading, path)) return null;
  if (node['op'] !== 'and' && node['op'] !== 'or')
    return refuse(reading, `${path}/op`, '条件组的关系应为 and 或 or');
  const given = node['items'];
  if (!Array.isArray(given)) return refuse(reading, `${path}/items`, '应为条件的列表');
  if (given.length > FILTER_MAX_LEAVES)
    return refuse(reading, `${path}/items`, `条件最多 ${FILTER_MAX_LEAVES} 个`);
  const items = given
    .map((item, i) => readNode(item, reading, `${path}/items/${i}`, depth + 1))
    .filter((item) => item !== null);
  return items.length === 0 ? null : { kind: node['op'] === 'and' ? 'all' : 'any', items };
}

function readLeaf(node: Bag, reading: FilterReader, path: string): Condition | null {
  reading.leaves++;
  if (hasStrangers(node, ['field', 'op', 'value', 'valueType'], reading, path)) return null;
  const column = reading.column(node['field']);
  if (!column) return refuse(reading, `${path}/field`, `没有名为“${clip(node['field'])}”的字段`);
  const op = filterOps(column.field).find((each) => each === node['op']);
  if (!op)
    return refuse(
      reading,
      `${path}/op`,
      `字段“${column.field.label}”不能用“${clip(node['op'])}”比较`,
    );
  switch (node['valueType']) {
    case undefined:
    case 'const':
      return readValue(column, op, node['value'], reading, path);
    case 'variable':
      return readVariable(column, op, node['value'], reading, path);
    case 'field':
      return readFields(column, op, node['value'], reading, path);
    default:
      return refuse(reading, `${path}/valueType`, '应为 const、variable 或 field');
  }
}

/** Counts the texts of a value; false when one of them is too long. */
function isShort(value: unknown, reading: FilterReader): boolean {
  const texts = (Array.isArray(value) ? value.slice(0, FILTER_MAX_VALUES) : [value]).filter(
    (each): each is string => typeof each === 'string',
  );
  reading.letters += texts.reduce((sum, text) => sum + text.length, 0);
  return texts.every((text) => text.length <= CONDITION_MAX_TEXT);
}

/** Words for members that other fields of the record hold. */
const MEMBER_FIELDS: Readonly<Record<string, string>> = {
  creator: 'createdBy',
  last_editor: 'updatedBy',
};
/** The words for members in a value of a field that names people or departments. */
function specialsIn({ field }: Column, value: unknown): string[] {
  const { names } = FIELDS[valueType(field)];
  if (names !== 'user' && names !== 'dept') return [];
  return [value].flat().filter(
    (each): each is string =>
      typeof each === 'string' &&
      specialTitle(each) !== undefined &&
      // The root of the departments has this id.
      (names === 'user' || !['-1', '0'].includes(each)),
  );
}

/** A value with words for members: they are replaced, or become conditions of their own beside it. */
function readMembers(
  column: Column,
  op: FilterOperator,
  { value, words }: { value: unknown; words: readonly string[] },
  reading: FilterReader,
  path: string,
): Condition | null {
  const { names } = FIELDS[valueType(column.field)];
  const me = (each: unknown) =>
    names === 'user' && each === 'current_user' ? reading.evaluation.userId : each;
  const left = Array.isArray(value)
    ? value.filter((each) => me(each) !== each || !words.includes(each as string)).map(me)
    : me(value);
  const others = words.filter((word) => me(word) === word);
  if (others.length === 0) return readPlain(column, op, left, reading, path);
  const parts = others.map((word) => readMember(column, op, word, reading, path));
  const rest = Array.isArray(left) && left.length > 0;
  const items = [...parts, ...(rest ? [readPlain(column, op, left, reading, path)] : [])];
  return items.every((item) => item !== null) ? { kind: 'any', items } : null;
}

/** The condition that a word means: the person's departments, or what another field holds. */
function readMember(
  column: Column,
  op: FilterOperator,
  word: string,
  reading: FilterReader,
  path: string,
): Condition | null {
  const title = specialTitle(word) ?? '';
  if (!takesDepts(op)) return refuse(reading, `${path}/op`, `“${title}”只能用“等于”或“属于”比较`);
  if (word === 'current_user_dept' && filterOps(column.field).includes('myDepts'))
    return readPlain(column, 'myDepts', undefined, reading, path);
  const other = MEMBER_FIELDS[word];
  return other !== undefined && column.kind.filter.compare
    ? readFields(column, 'eq', other, reading, path)
    : refuse(reading, `${path}/value`, `字段“${column.field.label}”不能与“${title}”比较`);
}

function readValue(
  column: Column,
  op: FilterOperator,
  value: unknown,
  reading: FilterReader,
  path: string,
): Condition | null {
  const words = specialsIn(column, value);
  return words.length > 0
    ? readMembers(column, op, { value, words }, reading, path)
    : readPlain(column, op, value, reading, path);
}

function readPlain(
  column: Column,
  op: FilterOperator,
  value: unknown,
  reading: FilterReader,
  path: string,
): Condition | null {
  if (!isShort(value, reading))
    return refuse(
      reading,
      `${path}/value`,
      `字段“${column.field.label}”的值最多 ${CONDITION_MAX_TEXT} 个字符`,
    );
  const operand = column.kind.filter.operand(
    op,
    value,
    column.field,
    reading.evaluation,
    (why) => void refuse(reading, `${path}/value`, `字段“${column.field.label}”的${why}`),
  );
  return operand ? { kind: 'value', column, op, operand } : null;
}

function readVariable(
  column: Column,
  op: FilterOperator,
  name: unknown,
  reading: FilterReader,
  path: string,
): Condition | null {
  const depts = typeof name === 'string' ? DEPT_VARIABLES[name] : undefined;
  if (depts && takesDepts(op) && filterOps(column.field).includes(depts))
    return readValue(column, depts, undefined, reading, path);
  const variables = VARIABLES[valueType(column.field)] ?? {};
  const variable =
    typeof name === 'string' && Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (!variable)
    return refuse(reading, `${path}/value`, `字段“${column.field.label}”没有变量“${clip(name)}”`);
  const value = variable(reading.evaluation);
  return readValue(column, op, op === 'in' || op === 'nin' ? [value] : value, reading, path);
}

/** Fields of one group can be compared with each other. */
function groupOf(field: FieldDescribe): string {
  const [type, { refObject }] = [valueType(field), field];
  const { comparedAs = type, names } = FIELDS[type];
  return names === 'record' ? `${type} ${refObject}` : comparedAs;
}

function readFields(
  left: Column,
  op: FilterOperator,
  name: unknown,
  reading: FilterReader,
  path: string,
): Condition | null {
  const right = reading.column(name);
  if (!right) return refuse(reading, `${path}/value`, `没有名为“${clip(name)}”的字段`);
  const operator = FIELD_OPERATORS.find((each): each is FieldOperator => each === op);
  if (!operator || !left.kind.filter.compare)
    return refuse(reading, `${path}/op`, '此条件不能与另一个字段比较');
  if (groupOf(left.field) !== groupOf(right.field))
    return refuse(
      reading,
      `${path}/value`,
      `字段“${left.field.label}”与“${right.field.label}”不能比较`,
    );
  return { kind: 'fields', left, op: operator, right };
}
