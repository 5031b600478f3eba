import { problem, typesWhere, type AttachmentRef, type Problem } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { kindOf, type DbValue } from '../fields/index.ts';
import type { ObjectCatalogEntry } from '../meta/catalog.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import type { FileUse, NamedKind, ServicePorts } from './service-ports.ts';
import type { Row } from './read-record.ts';
import type { WriteContext } from './write-context.ts';

/** One id a row points to, and its path in the request. */
interface Pointer {
  readonly row: Row;
  readonly column: Column;
  readonly id: string;
}

/** The builder's columns, and that of the owner, which new records may name. */
const ownColumnsOf = (table: ObjectTable, wanted: (column: Column) => boolean): Column[] =>
  [...table.columns.values()].filter(
    (column) => (!column.system || column === table.ownership?.owner) && wanted(column),
  );

function pointersOf(
  table: ObjectTable,
  rows: readonly Row[],
  wanted: (column: Column) => boolean,
): Pointer[] {
  return ownColumnsOf(table, wanted).flatMap((column) =>
    rows.flatMap((row) => {
      const held = [row.cells.get(column)].flat();
      return held.flatMap((id) => (typeof id === 'string' ? [{ row, column, id }] : []));
    }),
  );
}

function complain(
  pointers: readonly Pointer[],
  isMissing: (id: string) => boolean,
  problems: Problem[],
): void {
  for (const { row, column, id } of pointers) {
    if (isMissing(id))
      problems.push(
        problem(`${row.at}/${column.field.apiName}`, 'REFERENCE_MISSING', {
          label: column.field.label,
        }),
      );
  }
}

/** Types whose values are ids of other services' things. */
const NAMED = (['user', 'dept', 'role'] as const satisfies readonly NamedKind[]).map(
  (kind) => [kind, typesWhere(({ names }) => names === kind)] as const,
);

const unique = (pointers: readonly Pointer[]) => [
  ...new Set(pointers.map((pointer) => pointer.id)),
];

/**
 * Checks that everything the rows point to exists: records (locked until the end, so that none is
 * deleted meanwhile), people, departments and files of this tenant. Another tenant's ids do not
 * exist here.
 */
export async function checkReferences(
  tx: TenantTx,
  view: ObjectCatalogEntry,
  rows: readonly Row[],
  services: ServicePorts,
  problems: Problem[],
): Promise<void> {
  const objects = new Set(
    [...view.table.columns.values()].flatMap(
      ({ field, system }) => (!system && field.refObject) || [],
    ),
  );
  for (const object of objects) await checkRecords(tx, view, object, rows, problems);
  for (const [kind, types] of NAMED) {
    const pointers = pointersOf(view.table, rows, (column) => types.includes(column.field.type));
    if (pointers.length === 0) continue;
    const missing = new Set(await services.missing(tx, kind, unique(pointers)));
    complain(pointers, (id) => missing.has(id), problems);
  }
}

async function checkRecords(
  tx: TenantTx,
  view: ObjectCatalogEntry,
  object: string,
  rows: readonly Row[],
  problems: Problem[],
): Promise<void> {
  const target = view.target(object);
  const pointers = pointersOf(view.table, rows, (column) => column.field.refObject === object);
  if (pointers.length === 0) return;
  const found = !target
    ? []
    : await tx.query<{ id: string }>(
        `SELECT id FROM ${target.name} WHERE id = ANY($1::uuid[]) AND deleted_at IS NULL
          ORDER BY id FOR SHARE`,
        [unique(pointers)],
      );
  const ids = new Set(found.map((row) => row.id));
  complain(pointers, (id) => !ids.has(id), problems);
}

const isFiles = (column: Column) => column.kind.files !== undefined;

const usesOf = (row: Row, refs: readonly AttachmentRef[], tableNo: number): FileUse[] =>
  refs.map(({ fileId }) => ({
    fileId,
    kind: 'record',
    item: row.place?.parentId ?? row.id,
    tableNo,
  }));

/** What is wrong with the files of a field; undefined among them is one that storage does not know. */
function filesProblems(
  at: string,
  { field: { type, apiName, label } }: Column,
  files: readonly ({ readonly mime: string } | undefined)[],
): Problem[] {
  const { mimes = [], called = '' } = kindOf({ type }).files ?? {};
  if (files.includes(undefined)) return [problem(`${at}/${apiName}`, 'FILE_UNKNOWN')];
  return mimes.length > 0 && files.some((file) => !mimes.includes(file!.mime))
    ? [problem(`${at}/${apiName}`, 'VALUE_FORMAT', { label, expected: called })]
    : [];
}

/** Replaces what the request says of each file by what storage knows. */
export async function fillFiles(
  { tx, userId, services }: WriteContext,
  table: ObjectTable,
  rows: readonly Row[],
  problems: Problem[],
): Promise<Row[]> {
  const columns = ownColumnsOf(table, isFiles);
  const refsOf = (row: Row, column: Column): AttachmentRef[] =>
    [row.cells.get(column) ?? []].flat() as AttachmentRef[];
  const ids = new Set(
    rows.flatMap((row) =>
      columns.flatMap((column) => refsOf(row, column).map((ref) => ref.fileId)),
    ),
  );
  if (ids.size === 0) return [...rows];
  const known = new Map(
    (await services.files(tx, userId, [...ids])).map((file) => [file.fileId, file]),
  );
  await services.useFiles(
    tx,
    rows.flatMap((row) =>
      usesOf(
        row,
        columns.flatMap((column) => refsOf(row, column)),
        table.no,
      ).filter(({ fileId }) => known.has(fileId)),
    ),
  );
  const fill = (row: Row, column: Column, value: DbValue | null): DbValue | null => {
    if (!isFiles(column) || value === null) return value;
    const files = ([value].flat() as AttachmentRef[]).map((ref) => known.get(ref.fileId));
    problems.push(...filesProblems(row.at, column, files));
    return Array.isArray(value) ? (files as AttachmentRef[]) : (files[0] ?? null);
  };
  return rows.map((row) => ({
    ...row,
    cells: new Map([...row.cells].map(([column, value]) => [column, fill(row, column, value)])),
  }));
}
