import { isDeepStrictEqual } from 'node:util';
import { problem, type FieldDescribe, type Problem, holdsRows } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { recordChange } from './changes.ts';
import { objectsNeeded, type ReadObject, type ReadObjects } from './circles.ts';
import type { DraftField } from './draft-field.ts';
import type { SchemaDraft } from './draft.ts';
import { checkExpressions } from './expressions.ts';
import { writeFields } from './field-rows.ts';
import { rulesAsField, type ObjectRules } from './object-rules.ts';
import {
  fieldOf,
  LOAD_NAMED,
  loadOne,
  rowObjects,
  withBinned,
  type FieldRow,
  type LoadedObjects,
  type ObjectRow,
  type RowObjects,
} from './store.ts';

/**
 * Expressions that read other objects: those objects are loaded to check them, and who reads an
 * object is checked again when it changes. Values need no such step: they are computed when read.
 */

/** Objects followed from one: more than any formula of five levels reads. */
const MAX_READ_OBJECTS = 100;

type NamedObject = [name: string, object: ReadObject];
async function namedObjects(
  tx: TenantTx,
  names: readonly string[],
  binned: boolean,
): Promise<NamedObject[]> {
  const sql = binned ? withBinned(LOAD_NAMED) : LOAD_NAMED;
  const [loaded] = await tx.query<LoadedObjects>(sql, [names]);
  const rows = loaded?.objects ?? [];
  const below = rowObjects(rows);
  return rows
    .filter((row) => row.parent_field === null)
    .map(({ api_name, label, fields }) => [
      api_name,
      { label, fields: fields.map((field) => fieldOf(field, below)) },
    ]);
}
/**
 * The objects that expressions of these fields and rules read, and those that theirs read; `binned`
 * are found in the bin too, as the reader itself is.
 */
export async function readObjects(
  tx: TenantTx,
  drafts: readonly DraftField[],
  { apiName, ...ruled }: ObjectRules & { readonly apiName: string },
  binned = false,
): Promise<ReadObjects> {
  const found = new Map<string, ReadObject>();
  let needed = objectsNeeded([...drafts.map(({ field }) => field), rulesAsField(ruled)]);
  for (;;) {
    const names = [...needed].filter((name) => name !== apiName && !found.has(name));
    if (names.length === 0 || found.size > MAX_READ_OBJECTS) return found;
    const objects = await namedObjects(tx, names, binned);
    if (objects.length === 0) return found;
    for (const [name, object] of objects) found.set(name, object);
    needed = neededByAny(objects);
  }
}
const neededByAny = (objects: readonly NamedObject[]): Set<string> =>
  new Set(objects.flatMap(([, { fields }]) => [...objectsNeeded(fields)]));

/** Remembers which objects an object's computed fields read. */
export async function noteReads(tx: TenantTx, id: string, names: readonly string[]): Promise<void> {
  await tx.run(
    `UPDATE bizmeta.object o SET reads = ARRAY(SELECT r.id FROM bizmeta.object r
      WHERE r.tenant_id = o.tenant_id AND r.parent_field IS NULL
        AND r.api_name = ANY($3) ORDER BY r.id)
      WHERE o.tenant_id = $1 AND o.id = $2::uuid`,
    [tx.tenant.id, id, names],
  );
}

/** A sub-table whose columns have new results is written, though the request does not name them. */
export function withRows(draft: DraftField, below: RowObjects | undefined): DraftField {
  const stored = draft.previous && below?.get(draft.previous.id);
  if (draft.below || !stored || !holdsRows(draft.field.type)) return draft;
  const before = stored.fields.map((row) => fieldOf(row));
  const columns = (draft.field.fields ?? []) as FieldDescribe[];
  if (isDeepStrictEqual(before, columns)) return draft;
  return {
    ...draft,
    below: {
      previous: stored,
      removed: [],
      fields: stored.fields.map((row, i) => ({
        field: columns[i] ?? before[i]!,
        previous: row,
        at: '',
      })),
    },
  };
}

/** Lookups that note what is read through them, with the object they are in, which may be in the bin. */
const READ_THROUGH = `SELECT coalesce(p.label, o.label) AS object,
    o.deleted_at IS NOT NULL AS binned, f.label, f.settings -> 'reads' AS reads
  FROM bizmeta.field f JOIN bizmeta.object o ON o.tenant_id = f.tenant_id AND o.id = f.object_id
  LEFT JOIN bizmeta.field s ON s.tenant_id = o.tenant_id AND s.id = o.parent_field
  LEFT JOIN bizmeta.object p ON p.tenant_id = s.tenant_id AND p.id = s.object_id
  WHERE f.tenant_id = $1 AND f.ref_object = $2 AND f.removed_at IS NULL
    AND o.id <> $2 AND (p.id IS NULL OR p.id <> $2) AND f.settings -> 'reads' IS NOT NULL`;

interface ReadThrough {
  readonly object: string;
  readonly binned: boolean;
  readonly label: string;
  readonly reads: readonly { readonly apiName: string }[];
}

/** Fields that formulas of other objects read must not be renamed or removed. */
export async function checkReaders(
  tx: TenantTx,
  previous: ObjectRow,
  draft: SchemaDraft,
  problems: Problem[],
): Promise<void> {
  const lookups = await tx.query<ReadThrough>(READ_THROUGH, [tx.tenant.id, previous.id]);
  const lost = previous.fields.filter(
    (row) => !draft.fields.some(({ field }) => field.apiName === row.api_name),
  );
  for (const lookup of lookups) {
    const gone = lost.find((row) => lookup.reads.some(({ apiName }) => apiName === row.api_name));
    if (gone) problems.push(readElsewhere(gone, lookup, draft));
  }
}

function readElsewhere(
  gone: FieldRow,
  { object, binned, label }: ReadThrough,
  draft: SchemaDraft,
): Problem {
  const renamed = draft.fields.find((each) => each.previous?.id === gone.id);
  const path = renamed?.at ? `${renamed.at}/apiName` : '/describe/fields';
  const why = `被${named(object, binned)}经“${label}”引用，不能改名或删除`;
  return problem(path, 'FIELD_SETTING', { label: gone.label, why });
}

/** An object in a sentence: one in the bin is not seen where the others are. */
const named = (label: string, binned: boolean): string => `${binned ? '回收站里的' : ''}“${label}”`;

interface Followed {
  readonly tx: TenantTx;
  readonly numbers: ReadonlyMap<string, number>;
  readonly problems: Problem[];
}

/**
 * Checks the expressions of the objects that read this one, and writes results whose types have
 * changed; a problem for each that would no longer hold. Readers of readers are among them.
 */
export async function followInReaders(
  followed: Followed,
  id: string,
  draft: SchemaDraft,
): Promise<void> {
  const { tx } = followed;
  const isQuiet = draft.fields.every(({ field, previous }) => previous && isSame(field, previous));
  if (isQuiet && draft.removed.length === 0) return;
  const readers = await tx.query<Reader>(
    `SELECT id, deleted_at IS NOT NULL AS binned FROM bizmeta.object WHERE tenant_id = $1 AND reads @> ARRAY[$2::uuid]
      AND id <> $2::uuid ORDER BY no`,
    [tx.tenant.id, id],
  );
  // A reader whose results changed may change those of another: each round settles one level.
  for (let round = 0; round < readers.length; round++) {
    let hasChanged = false;
    for (const reader of readers)
      hasChanged = (await followInReader(followed, reader)) || hasChanged;
    if (!hasChanged || followed.problems.length > 0) return;
  }
}
const isSame = (field: FieldDescribe, previous: Parameters<typeof fieldOf>[0]): boolean =>
  isDeepStrictEqual(known(field), known(fieldOf(previous)));
/** What other objects may know of a field. */
const known = ({
  apiName,
  type,
  resultType,
  showAs,
  formula,
  rollup,
  currencyCode,
  scale,
}: FieldDescribe) =>
  [apiName, type, resultType, showAs, formula, rollup, currencyCode, scale].map(
    (each) => each ?? null,
  );

interface Reader {
  readonly id: string;
  readonly binned: boolean;
}
/** Whether results have changed. */
async function followInReader(followed: Followed, { id, binned }: Reader): Promise<boolean> {
  const { tx, problems } = followed;
  const found = await loadOne((text, values) => tx.query<LoadedObjects>(withBinned(text), values), {
    id,
  });
  if (!found) return false;
  const { row, below } = found;
  const drafts = row.fields.map((previous): DraftField => ({
    field: fieldOf(previous, below),
    previous,
    at: '',
  }));
  const others = await readObjects(tx, drafts, { ...row, apiName: row.api_name }, binned);
  const faults: Problem[] = [];
  const { fields, reads } = checkExpressions(
    { ...row, apiName: row.api_name },
    { fields: drafts, removed: [] },
    others,
    faults,
  );
  if (faults[0]) {
    problems.push(
      problem('/describe/fields', 'EXPRESSION_INVALID', {
        why: `${named(row.label, binned)}的公式不再成立：${faults[0].msg}`,
      }),
    );
    return false;
  }
  const changed = fields.map((each) => withRows(each, below));
  const isChanged = changed.some(
    (each, i) => each.below || !isDeepStrictEqual(each.field, drafts[i]!.field),
  );
  if (!isChanged) return false;
  await writeFields(followed, row.id, { fields: changed, removed: [], titleField: null });
  for (const { below: rows } of changed)
    if (rows?.previous)
      await writeFields(followed, rows.previous.id, { ...rows, titleField: null });
  await noteReads(tx, row.id, reads);
  await recordChange(tx, [row.id, row.api_name]);
  return true;
}
