import { problem, type Problem } from '../../../contract/index.ts';
import { SqlParameters } from '../../kernel/index.ts';
import type { PersonAccess } from '../access/person-access.ts';
import { isUuid } from '../fields/values.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { conditionSql } from '../query/conditions.ts';
import { readFilter } from '../query/read-filter.ts';
import type { Row } from './read-record.ts';
import type { WriteContext } from './write-context.ts';

/**
 * Records that are chosen newly are among those the person sees and the lookup offers; one that was
 * chosen before stays, though it is offered no more.
 */
export async function checkCandidates(
  writing: WriteContext,
  rows: readonly Row[],
  problems: Problem[],
): Promise<void> {
  for (const column of writing.view.table.columns.values()) {
    const target = writing.view.target(column.field.refObject ?? '');
    if (!target || column.system) continue;
    const seen = chooserOf(writing, column)?.tableOf(target);
    if (!column.field.candidates && !seen?.reader) continue;
    const chosen = await newlyChosen(writing, column, rows);
    if (chosen.length === 0) continue;
    if (seen?.reader) await checkVisible(writing, seen, column, chosen, problems);
    if (column.field.candidates) await checkOffered(writing, target, column, chosen, problems);
  }
}

/** Whose eyes decide what may be chosen in a lookup. */
function chooserOf(
  { access, chooser, offered }: WriteContext,
  { field }: Column,
): PersonAccess | null | undefined {
  if (access) return access;
  return offered?.has(field.apiName) ? null : chooser;
}

interface Chosen {
  readonly row: Row;
  readonly id: string;
}

/** A record the lookup does not offer is refused. */
async function checkOffered(
  writing: WriteContext,
  target: ObjectTable,
  column: Column,
  chosen: readonly Chosen[],
  problems: Problem[],
): Promise<void> {
  const ids = [...new Set(chosen.map(({ id }) => id))];
  const offered = await offeredAmong(writing, column, target, ids);
  const { apiName, label } = column.field;
  for (const { row, id } of chosen)
    if (!offered.has(id))
      problems.push(problem(`${row.at}/${apiName}`, 'NOT_CANDIDATE', { label }));
}

const chosenIn = (column: Column, rows: readonly Row[]): Chosen[] =>
  rows.flatMap((row) =>
    [row.cells.get(column) ?? []]
      .flat()
      .flatMap((id): Chosen[] => (isUuid(id) ? [{ row, id: id.toLowerCase() }] : [])),
  );
async function newlyChosen(
  { tx, view }: WriteContext,
  column: Column,
  rows: readonly Row[],
): Promise<Chosen[]> {
  const all = chosenIn(column, rows);
  if (all.length === 0) return [];
  const pairs = column.join
    ? `SELECT from_id AS row, to_id AS id FROM ${column.join} WHERE from_id = ANY($1::uuid[])`
    : `SELECT id AS row, ${column.sql} AS id FROM ${view.table.name} WHERE id = ANY($1::uuid[])`;
  const stored = await tx.query<{ row: string; id: string | null }>(pairs, [
    all.map(({ row }) => row.id),
  ]);
  const before = new Set(stored.map(({ row, id }) => `${row} ${id}`));
  return all.filter(({ row, id }) => !before.has(`${row.id} ${id}`));
}

/** A record that the person does not see is refused like one that is not there. */
async function checkVisible(
  { tx }: WriteContext,
  seen: ObjectTable,
  { field: { apiName, label } }: Column,
  chosen: readonly Chosen[],
  problems: Problem[],
): Promise<void> {
  const { values, bind } = new SqlParameters();
  const found = await tx.query<{ id: string }>(
    `SELECT r.id FROM ${seen.from(bind)} r WHERE r.id = ANY(${bind(chosen.map(({ id }) => id))}::uuid[])`,
    values,
  );
  const visible = new Set(found.map(({ id }) => id));
  for (const { row, id } of chosen)
    if (!visible.has(id))
      problems.push(problem(`${row.at}/${apiName}`, 'REFERENCE_MISSING', { label }));
}

/** Those of the ids that the lookup's condition holds for; none when it cannot be read any more. */
async function offeredAmong(
  { tx, userId }: WriteContext,
  { field }: Column,
  target: ObjectTable,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const faults: Problem[] = [];
  const condition = readFilter(field.candidates, target, { now: new Date(), userId }, faults);
  if (faults.length > 0) return new Set();
  const { values, bind } = new SqlParameters();
  const found = await tx.query<{ id: string }>(
    `SELECT r.id FROM ${target.from(bind)} r WHERE r.id = ANY(${bind(ids)}::uuid[])
      AND r.deleted_at IS NULL${condition ? ` AND ${conditionSql(condition, 'r', bind)}` : ''}`,
    values,
  );
  return new Set(found.map(({ id }) => id));
}
