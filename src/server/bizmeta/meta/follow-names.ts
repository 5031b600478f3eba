import { isDeepStrictEqual } from 'node:util';
import type { FieldDescribe, FilterNode, Rollup } from '../../../contract/index.ts';
import { mapExpression } from '../../../page/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { recordChange } from './changes.ts';
import { formerName, type DraftField, type DraftRows } from './draft-field.ts';
import { mapRules, type ObjectRules } from './object-rules.ts';
import { fieldOf, type ObjectRow, type RowObjects } from './store.ts';

/** The expressions of an object's fields after names they read have changed. */

type Names = ReadonlyMap<string, string>;
const none = (): Names => new Map();

/** Names of one list of fields: those that changed, old to new, and all that are there now. */
interface Renamed {
  readonly changed: Names;
  readonly now: ReadonlySet<string>;
}
interface Renames extends Renamed {
  /** By a sub-table's former name. */
  readonly rows: ReadonlyMap<string, Renamed>;
  /** The object's former name and its name now. */
  readonly object: readonly [string, string];
}

const renamed = (drafts: readonly DraftField[]): Renamed => ({
  changed: new Map(
    drafts.flatMap((draft) => {
      const [from, to] = [formerName(draft), draft.field.apiName];
      return from !== undefined && from !== to ? [[from, to]] : [];
    }),
  ),
  now: new Set(drafts.map(({ field }) => field.apiName)),
});

function renamesOf(
  drafts: readonly DraftField[],
  object: readonly [from: string, to: string],
): Renames {
  return {
    ...renamed(drafts),
    object,
    rows: new Map(
      drafts.flatMap((draft) => {
        const { field, below } = draft;
        return field.fields
          ? [
              [
                formerName(draft) ?? field.apiName,
                below
                  ? renamed(below.fields)
                  : { changed: none(), now: new Set(field.fields?.map(({ apiName }) => apiName)) },
              ] as const,
            ]
          : [];
      }),
    ),
  };
}

const isRenaming = ({ changed, rows, object: [from, to] }: Renames): boolean =>
  from !== to || changed.size > 0 || [...rows.values()].some((each) => each.changed.size > 0);

/**
 * The new name. In an expression that is the stored one every former name is meant; in a new
 * one, a name that is in use is the field that has it now.
 */
const nameIn =
  ({ changed, now }: Renamed, isOld: boolean) =>
  (name: string): string =>
    isOld || !now.has(name) ? (changed.get(name) ?? name) : name;
const isIn = ({ changed, now }: Renamed, name: string): boolean =>
  changed.has(name) || now.has(name);

/** A path of an expression over the record; `row` are names that come before the record's. */
function inPath(
  path: readonly string[],
  names: Renames,
  isOld: boolean,
  row: Renamed | undefined,
): string[] {
  const [first = '', second, ...rest] = path;
  if (row && isIn(row, first)) return [nameIn(row, isOld)(first), ...path.slice(1)];
  const columns = names.rows.get(first);
  const column = second === undefined || !columns ? second : nameIn(columns, isOld)(second);
  return [nameIn(names, isOld)(first), ...(column === undefined ? [] : [column]), ...rest];
}

function inExpression(source: string, names: Renames, isOld: boolean, row?: Renamed): string {
  return mapExpression(source, {
    map: (path, rowOf) =>
      inPath(path, names, isOld, rowOf === undefined ? row : names.rows.get(rowOf)),
    objectOf: ([first = '']) => (names.rows.has(first) ? first : undefined),
  });
}

function inRollup(rollup: Rollup, names: Renames, isOld: boolean): Rollup {
  const [source = '', link] = rollup.via.split('.');
  const isSelf = link !== undefined && source === names.object[0];
  const rows = link === undefined ? names.rows.get(source) : isSelf ? names : undefined;
  const name = nameIn(names, isOld);
  const via =
    link === undefined ? name(source) : isSelf ? `${names.object[1]}.${name(link)}` : rollup.via;
  return {
    ...rollup,
    via,
    ...(rollup.field !== undefined && {
      field: rows ? nameIn(rows, isOld)(rollup.field) : rollup.field,
    }),
    ...(rollup.where !== undefined && {
      where: rows ? inExpression(rollup.where, names, isOld, rows) : rollup.where,
    }),
  };
}

type Sources = Partial<FieldDescribe>;
/** An expression with the new names, by what it was before. */
type Follow = (source: string, before: string | undefined) => string;

const inRules = <R extends { readonly when: string }>(
  rules: readonly R[],
  was: readonly R[] | undefined,
  follow: Follow,
): R[] => rules.map((rule, i) => ({ ...rule, when: follow(rule.when, was?.[i]?.when) }));
function inConditions(
  { formula, requiredWhen, rules, rollup, defaultFrom }: Sources,
  was: Sources | undefined,
  names: Renames,
  row?: Renamed,
): Sources {
  const follow: Follow = (source, before) => inExpression(source, names, source === before, row);
  return {
    ...(formula && { formula: follow(formula, was?.formula) }),
    ...(requiredWhen && { requiredWhen: follow(requiredWhen, was?.requiredWhen) }),
    ...(rules && { rules: inRules(rules, was?.rules, follow) }),
    ...(defaultFrom?.formula && {
      defaultFrom: {
        ...defaultFrom,
        formula: follow(defaultFrom.formula, was?.defaultFrom?.formula),
      },
    }),
    ...(rollup && {
      rollup: inRollup(rollup, names, JSON.stringify(rollup) === JSON.stringify(was?.rollup)),
    }),
  };
}

const inFilter = (node: FilterNode, name: (name: string) => string): FilterNode =>
  'items' in node
    ? { ...node, items: node.items.map((item) => inFilter(item, name)) }
    : { ...node, field: name(node.field) };

/**
 * What a lookup offers and fills in; `beside` are the fields it fills. The records it offers may be
 * of the object itself.
 */
function inChoices(
  { refObject, fills, candidates, shows }: Sources,
  was: Sources | undefined,
  names: Renames,
  beside: Renamed,
): Sources {
  const same = (name: string): string => name;
  const isOwn = refObject !== undefined && names.object.includes(refObject);
  const offered = (isOld: boolean) => (isOwn ? nameIn(names, isOld) : same);
  const isOld = (key: 'fills' | 'candidates' | 'shows', now: unknown): boolean =>
    isDeepStrictEqual(was?.[key], now);
  return {
    ...(fills && {
      fills: fills.map((fill) => ({
        ...fill,
        from: offered(isOld('fills', fills))(fill.from),
        to: nameIn(beside, isOld('fills', fills))(fill.to),
      })),
    }),
    ...(candidates && {
      candidates: inFilter(candidates, offered(isOld('candidates', candidates))),
    }),
    ...(shows && {
      shows: shows.map(({ field }) => ({ field: offered(isOld('shows', shows))(field) })),
    }),
  };
}

/** The fields whose values are part of a number. */
const inNumberRule = (
  { numberRule }: Sources,
  was: Sources | undefined,
  names: Renames,
): Sources => {
  if (!numberRule?.segments) return {};
  const name = nameIn(names, isDeepStrictEqual(numberRule, was?.numberRule));
  const segments = numberRule.segments.map((segment) =>
    segment.kind === 'field' && segment.field
      ? { ...segment, field: name(segment.field) }
      : segment,
  );
  return { numberRule: { ...numberRule, segments } };
};

/** The field with everything it computes and demands in the names of today. */
function followInField(
  draft: DraftField,
  names: Renames,
  stored: ObjectRow | undefined,
): DraftField {
  const { field, previous } = draft;
  const before = previous && fieldOf(previous);
  const whole = {
    ...field,
    ...inConditions(field, before, names),
    ...inChoices(field, before, names, names),
    ...inNumberRule(field, before, names),
  };
  if (!field.fields) return { ...draft, field: whole };
  const rows = names.rows.get(formerName(draft) ?? field.apiName);
  const was = new Map(stored?.fields.map((row) => [row.id, fieldOf(row)]));
  const columns = field.fields.map((column) => ({
    ...column,
    ...inConditions(column, was.get(column.id), names, rows),
    ...(rows && inChoices(column, was.get(column.id), names, rows)),
  }));
  return { ...draft, field: { ...whole, fields: columns }, below: belowOf(draft, columns, stored) };
}

/** The rows of a sub-table, to be written: also when the request did not name them and they follow. */
function belowOf(
  { below }: DraftField,
  columns: readonly FieldDescribe[],
  stored: ObjectRow | undefined,
): DraftRows | undefined {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const follow = (each: DraftField): DraftField => ({
    ...each,
    field: byId.get(each.field.id) ?? each.field,
  });
  if (below) return { ...below, fields: below.fields.map(follow) };
  const same = stored?.fields.every((row) => isDeepStrictEqual(fieldOf(row), byId.get(row.id)));
  if (!stored || same) return undefined;
  const fields = stored.fields.map((row) => follow({ field: fieldOf(row), previous: row, at: '' }));
  return { previous: stored, fields, removed: [] };
}

/**
 * The fields after names changed: their expressions read what they read before. `below` are the
 * stored rows of the sub-tables.
 */
export function followNames(
  drafts: readonly DraftField[],
  object: readonly [from: string, to: string],
  below: RowObjects,
): readonly DraftField[] {
  const names = renamesOf(drafts, object);
  return isRenaming(names)
    ? drafts.map((draft) => followInField(draft, names, below.get(draft.previous?.id ?? '')))
    : drafts;
}

/** The rules of an object after names changed; `stored` are those it had. */
export function followInRules(
  given: ObjectRules,
  stored: ObjectRules | undefined,
  drafts: readonly DraftField[],
  object: readonly [from: string, to: string],
): ObjectRules {
  const names = renamesOf(drafts, object);
  return isRenaming(names)
    ? mapRules(given, stored, {
        expression: (source, isOld) => inExpression(source, names, isOld),
        name: (field, isOld) => nameIn(names, isOld)(field),
      })
    : given;
}

/** A rollup of another object over the records of this one. */
function followInRollup(rollup: Rollup, names: Renames): Rollup {
  const [, link = ''] = rollup.via.split('.');
  const name = nameIn(names, true);
  const around: Renames = { ...names, changed: none(), now: new Set(), rows: new Map() };
  return {
    ...rollup,
    via: `${names.object[1]}.${name(link)}`,
    ...(rollup.field !== undefined && { field: name(rollup.field) }),
    ...(rollup.where !== undefined && {
      where: inExpression(rollup.where, around, true, names),
    }),
  };
}

/** A rollup of another object, over records of this one. */
export interface OtherRollup {
  readonly id: string;
  readonly settings: { readonly rollup: Rollup };
  readonly objectId: string;
  readonly objectName: string;
}

/** Rollups of other objects go on counting this one's records under its new names. */
export async function followInOtherRollups(
  tx: TenantTx,
  userId: string,
  others: readonly OtherRollup[],
  drafts: readonly DraftField[],
  object: readonly [from: string, to: string],
): Promise<void> {
  const names = renamesOf(drafts, object);
  if (!isRenaming(names)) return;
  const changed = others.flatMap((field) => {
    const rollup = followInRollup(field.settings.rollup, names);
    return isDeepStrictEqual(rollup, field.settings.rollup) ? [] : [{ ...field, rollup }];
  });
  if (changed.length === 0) return;
  await tx.run(
    `UPDATE bizmeta.field f SET settings = x.settings
      FROM json_to_recordset($2::json) x(id uuid, settings json) WHERE f.tenant_id = $1 AND f.id = x.id`,
    [
      tx.tenant.id,
      JSON.stringify(
        changed.map(({ id, settings, rollup }) => ({ id, settings: { ...settings, rollup } })),
      ),
    ],
  );
  const objects = [...new Set(changed.map(({ objectId }) => objectId))];
  await tx.run(
    `UPDATE bizmeta.object SET version = version + 1, updated_at = now(), updated_by = $3
      WHERE tenant_id = $1 AND id = ANY($2::uuid[])`,
    [tx.tenant.id, objects, userId],
  );
  await recordChange(tx, [...objects, ...new Set(changed.map(({ objectName }) => objectName))]);
}
