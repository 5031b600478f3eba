import {
  check,
  compile,
  dependencies,
  parse,
  print,
  scopeOf,
  type Ast,
  type ExpressionError,
  type Type,
} from '../../expression/index.ts';

/** What expressions of a template can say. */

/** The starter, as expressions read him; `dept` is his main department. */
export const STARTER_TYPE: Type = {
  fields: {
    id: 'text',
    name: 'text',
    title: 'text',
    dept: 'text',
    deptName: 'text',
    depts: { list: 'text' },
    roles: { list: 'text' },
  },
};
/** The name under which expressions read the starter. */
export const STARTER = 'starter';
/** The name of the sub-table's row in what is computed once a row. */
export const ROW = 'row';

/** Types of names by their first part. */
export type Names = Readonly<Record<string, Type>>;

function typeAt(names: Names, path: readonly string[]): Type | undefined {
  return path.reduce<Type | undefined>(
    (type, step) => {
      if (type === 'any') return 'any';
      const isRecord = typeof type === 'object' && 'fields' in type;
      return isRecord && Object.hasOwn(type.fields, step) ? type.fields[step] : undefined;
    },
    { fields: names },
  );
}
const below = (type: Type | undefined): readonly string[] =>
  typeof type === 'object' && 'fields' in type ? Object.keys(type.fields) : [];
const isRows = (type: Type | undefined): boolean =>
  typeof type === 'object' && 'list' in type && typeof type.list === 'object';

/** A sentence about what is wrong with an expression; without names, with its syntax. */
export function expressionFault(
  text: string,
  names: Names | undefined,
  wanted?: Type,
): string | undefined {
  const { fault, type } = readExpression(text, names);
  if (fault !== undefined || type === undefined) return fault;
  if (wanted === undefined || type === wanted || type === 'any' || type === 'null')
    return undefined;
  return '条件的结果应是“是”或“否”';
}

/** The same of what is written to a field that reads as this type. */
export function valueFault(
  text: string,
  names: Names | undefined,
  field: Type | undefined,
): string | undefined {
  const { fault, type } = readExpression(text, names);
  if (fault !== undefined || type === undefined || field === undefined) return fault;
  const [given, wanted] = [SORTS[String(type)], SORTS[String(field)]];
  if (given === undefined || wanted === undefined || given === wanted) return undefined;
  return `这个字段要的是${wanted}，公式的结果是${given}`;
}
/** What a value is never taken for: days and moments are texts as on the wire. */
const SORTS: Readonly<Record<string, string>> = {
  number: '数字',
  boolean: '“是”或“否”',
  text: '文字',
  date: '文字',
  dateTime: '文字',
};

function readExpression(
  text: string,
  names: Names | undefined,
): { readonly fault?: string; readonly type?: Type } {
  const parsed = parse(text);
  if (!parsed.ok) return { fault: said(parsed.errors[0]!) };
  if (!names) return {};
  const { type, errors } = check(parsed.ast, {
    typeOf: (path) => typeAt(names, path),
    isRows: (path) => isRows(typeAt(names, path)),
    names: (path) => below(typeAt(names, path)),
  });
  return errors[0] ? { fault: said(errors[0]) } : { type };
}
const said = ({ message, hint }: ExpressionError): string =>
  hint === undefined ? message : `${message}（${hint}）`;

const CLOCKLESS = { now: new Date(0), timeZone: 'UTC' };
/** What a condition always is, no matter the record; undefined when that depends on it. */
export function constantOf(text: string): boolean | undefined {
  const ast = astOf(text);
  if (!ast || dependencies(ast).length > 0 || readsClock(ast)) return undefined;
  return compile(ast)(scopeOf({}), CLOCKLESS) === true;
}
const readsClock = (ast: Ast): boolean => /\b(today|now)\s*\(/.test(print(ast));

export function astOf(text: string): Ast | undefined {
  const parsed = parse(text);
  return parsed.ok ? parsed.ast : undefined;
}

/** A text with {{expressions}}: texts and expressions in turn, a text first. */
export const holesOf = (text: string): string[] => text.split(/\{\{(.*?)\}\}/s);
