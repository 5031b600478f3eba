import type { RecordChange, RecordStep, RecordValues } from '../../../contract/index.ts';
import { isUuid } from '../fields/values.ts';
import type { Column } from '../meta/table.ts';
import { rowsSql } from '../query/sql.ts';
import type { StepGroup } from './step-groups.ts';
import { seenTable, type WriteContext } from './write-context.ts';

/** Records by id, not deleted, in their wire format. */
export async function recordsById(
  writing: WriteContext,
  ids: readonly string[],
): Promise<Map<string, RecordValues>> {
  const known = ids.filter(isUuid);
  if (known.length === 0) return new Map();
  const { text, values } = rowsSql(seenTable(writing), known);
  const [found] = await writing.tx.query<{ rows: RecordValues[] | null }>(text, values);
  return new Map((found?.rows ?? []).map((row) => [String(row['id']), row]));
}

/** What a group changed, field by field: unchanged fields are left out. */
export async function changesOf(
  writing: WriteContext,
  group: StepGroup,
  written: readonly { id: string }[],
  before: ReadonlyMap<string, RecordValues>,
): Promise<RecordChange[]> {
  const after =
    group.do === 'delete'
      ? new Map<string, RecordValues>()
      : await recordsById(
          writing,
          written.map(({ id }) => id),
        );
  const table = seenTable(writing);
  const columns = [...table.columns.values()].filter((column) => !column.system);
  return written.map(({ id }, i) => {
    const [old, now] = [before.get(id), after.get(id)];
    const title = (now ?? old)?.[table.title.field.apiName];
    return {
      step: group.from + i,
      do: group.do,
      object: group.object,
      label: table.describe.label,
      title: typeof title === 'string' ? title : '',
      fields: fieldsOf(columns, group.do, old, now),
    };
  });
}

function fieldsOf(
  columns: readonly Column[],
  kind: RecordStep['do'],
  old: RecordValues | undefined,
  now: RecordValues | undefined,
): RecordChange['fields'] {
  const value = (record: RecordValues | undefined, column: Column): unknown =>
    record?.[column.field.apiName] ?? null;
  return columns.flatMap((column) => {
    const [before, after] = [value(old, column), value(now, column)];
    const same =
      kind === 'edit'
        ? JSON.stringify(before) === JSON.stringify(after)
        : before === null && after === null;
    return same ? [] : [{ field: column.field.apiName, label: column.field.label, before, after }];
  });
}
