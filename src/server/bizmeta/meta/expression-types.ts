import {
  FIELDS,
  RECORD_FIELDS,
  shownType,
  SYSTEM_FIELDS,
  type FieldDescribe,
  type FieldType,
} from '../../../contract/index.ts';
import {
  children,
  parse,
  typeName,
  withTotals,
  type Ast,
  type ExpressionError,
  type IsList,
  type Type,
} from '../../../expression/index.ts';
import { fieldType } from '../../../page/index.ts';
import type { FieldRow } from './store.ts';

export type Names = Readonly<Record<string, Type>>;

export function walk(type: Type | undefined, path: readonly string[]): Type | undefined {
  return path.reduce<Type | undefined>(
    (at, name) =>
      typeof at === 'object' && 'fields' in at && Object.hasOwn(at.fields, name)
        ? at.fields[name]
        : undefined,
    type,
  );
}

export const listType = (fields: Names): Type => ({ list: { fields } });

/** Names whose types are found when they are first read. */
export function lazyNames(entries: readonly (readonly [string, () => Type])[]): Names {
  const names: Record<string, Type> = {};
  for (const [name, type] of entries)
    Object.defineProperty(names, name, { enumerable: true, configurable: true, get: type });
  return names;
}

const typesOf = (fields: readonly (typeof SYSTEM_FIELDS)[number][]): Names =>
  Object.fromEntries(
    fields.map((field) => [field.apiName, fieldType({ ...field, id: field.apiName, order: 0 })]),
  );
export const SYSTEM: Names = typesOf(SYSTEM_FIELDS);
const ROW_SYSTEM: Names = typesOf(
  SYSTEM_FIELDS.filter(({ apiName }) => !RECORD_FIELDS.includes(apiName)),
);
/** Those of what a roll-up goes over: records, or rows of a sub-table, which have no owner. */
export const systemNames = (via: string): (readonly [name: string, type: () => Type])[] =>
  Object.entries(via.includes('.') ? SYSTEM : ROW_SYSTEM).map(([name, type]) => [name, () => type]);
export const namesAt = (type: Type | undefined): string[] =>
  typeof type === 'object' && 'fields' in type ? Object.keys(type.fields) : [];
export const columnsOf = ({ fields }: FieldDescribe): FieldDescribe[] =>
  (fields ?? []) as FieldDescribe[];

/** What is wrong in an expression; a name that was a field's goes by the label people know. */
export function faultOf(
  { code, start, end, message }: ExpressionError,
  source: string,
  removed: readonly FieldRow[],
): string {
  const [name] = source.slice(start, end).split('.');
  const field = removed.find((row) => row.api_name === name);
  return code === 'unknownName' && field ? `字段“${field.label}”已删除` : message;
}

export const isWhole = (type: FieldType | undefined): boolean =>
  type !== undefined && FIELDS[type].whole === true;
/** An aggregate over amounts is displayed as an amount, unless its settings say otherwise. */
export function rollupLook(
  { rollup, showAs, scale }: FieldDescribe,
  counted: FieldDescribe | undefined,
): Partial<FieldDescribe> {
  if (!rollup?.field || rollup.fn === 'count' || showAs !== undefined) return {};
  const look = counted && shownType(counted);
  if (!counted || (look !== 'currency' && look !== 'percent')) return {};
  const digits = scale ?? counted.scale;
  return {
    showAs: look,
    ...(counted.currencyCode && look === 'currency' && { currencyCode: counted.currencyCode }),
    ...(digits !== undefined && { scale: digits }),
  };
}

/** Why a formula of this type gives no first value of the field; undefined when it does. */
export function unfitDefault(type: Type, { type: own }: FieldDescribe): string | undefined {
  const wanted = FIELDS[own].reads as Type;
  return type === wanted || type === 'any' || type === 'null'
    ? undefined
    : `默认值应为${typeName(wanted)}，这里是${typeName(type)}`;
}

/** The tree of an expression with its totals over rows; undefined for a text that is none. */
export function treeOf(source: string, isRows: IsList): Ast | undefined {
  const parsed = parse(source);
  return parsed.ok ? withTotals(parsed.ast, isRows) : undefined;
}
/** Whether an expression goes over rows: for every row, that is a cost of their square. */
export function goesOverRows(source: string, isRows: IsList): boolean {
  const over = (ast: Ast): boolean =>
    (ast.kind === 'aggregate' && isRows(ast.path.slice(0, 1))) || children(ast).some(over);
  const ast = treeOf(source, isRows);
  return ast !== undefined && over(ast);
}
