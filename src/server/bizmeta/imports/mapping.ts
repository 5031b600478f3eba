import { problem, type InputOf, type Problem } from '../../../contract/index.ts';
import { seenTable, stopOnProblems, type WriteContext } from '../records/write-context.ts';
import { importableColumns, isNumbered, keyColumns } from './fields.ts';
import type { MappedColumn } from './read.ts';
import type { StoredImport } from './rows.ts';

type Asked = InputOf<'bizmeta.import.check'>;
type Mapping = Pick<StoredImport, 'fields' | 'titles'>;

/** The columns of a file with their fields; what is not there for the person any more is left out. */
export function mappedColumns({ fields, titles }: Mapping, writing: WriteContext): MappedColumn[] {
  const known = knownColumns(writing);
  return titles.flatMap((title, at) => {
    const column = known.get(fields?.[at] ?? '');
    return column ? [{ at, title, column }] : [];
  });
}

const knownColumns = (writing: WriteContext) => {
  const importable = importableColumns(writing.view.table, writing.access);
  return new Map(
    [...importable, ...keyColumns(seenTable(writing))].map((column) => [
      column.field.apiName,
      column,
    ]),
  );
};

/**
 * Refuses a mapping to what the person may not write, does not know, or that is no import. Paths are
 * /columns/3/field and /key.
 */
export function checkMapping(
  { columns, mode, key }: Asked,
  { titles }: Mapping,
  writing: WriteContext,
): void {
  const problems: Problem[] = [];
  const importable = new Set(
    importableColumns(writing.view.table, writing.access).map(({ field }) => field.apiName),
  );
  const known = knownColumns(writing);
  const used = new Set<string>();
  if (columns.length !== titles.length)
    problems.push(problem('/columns', 'IMPORT_COLUMNS', { count: titles.length }));
  columns.forEach(({ field: name }, at) => {
    if (name === null) return;
    const column = known.get(name);
    const path = `/columns/${at}/field`;
    const label = column?.field.label ?? name;
    if (!column) problems.push(problem(path, 'UNKNOWN_FIELD', { name: name.slice(0, 60) }));
    else if (used.has(name)) problems.push(problem(path, 'GIVEN_TWICE', { name: label }));
    else if (!importable.has(name) && (mode === 'create' || name !== key))
      problems.push(problem(path, 'READONLY_FIELD', { name: label }));
    else if (column.system && mode !== 'create')
      problems.push(problem(path, 'IMPORT_OWNER', { label }));
    used.add(name);
  });
  if (used.size === 0) problems.push(problem('/columns', 'REQUIRED', { label: '至少一列' }));
  problems.push(...keyProblems({ mode, key }, used, writing));
  stopOnProblems(problems);
}

function keyProblems(
  { mode, key }: Pick<Asked, 'mode' | 'key'>,
  used: ReadonlySet<string>,
  writing: WriteContext,
): Problem[] {
  if (mode === 'create') return [];
  const keys = keyColumns(seenTable(writing));
  if (!key) return [problem('/key', 'REQUIRED', { label: '用来找到记录的字段' })];
  const column = keys.find(({ field }) => field.apiName === key);
  if (!column) return [problem('/key', 'UNKNOWN_FIELD', { name: key.slice(0, 60) })];
  const { label } = column.field;
  if (!used.has(key)) return [problem('/key', 'IMPORT_KEY', { label })];
  return used.size === 1 && (mode === 'update' || isNumbered(column.field))
    ? [problem('/columns', 'IMPORT_ONLY_KEY', { label })]
    : [];
}
