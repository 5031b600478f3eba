import { isDeepStrictEqual } from 'node:util';
import {
  ANONYMOUS_USER_ID,
  FORM_LOOKUP_MIN,
  FORM_LOOKUP_SIZE,
  problem,
  type InputOf,
  type Problem,
  type RecordValues,
} from '../../../contract/index.ts';
import { AppError, SqlParameters, type TenantTx } from '../../kernel/index.ts';
import { showsTitles } from '../access/message-titles.ts';
import { isUuid } from '../fields/values.ts';
import type { ObjectCatalogEntry } from '../meta/catalog.ts';
import { conditionSql } from '../query/conditions.ts';
import { narrowed } from '../query/query-scope.ts';
import { readFilter } from '../query/read-filter.ts';
import { searchSql } from '../query/search.ts';
import type { PublishedFormRow } from './form-link.ts';
import { isLookup, placedFields, type Placed } from './fields.ts';

interface Found {
  id: string;
  label: string;
}

/**
 * Records a form allows in its lookup: by title, or those among ids; only their id and title. None
 * where a group hides or masks the title from its members.
 */
export async function permitted(
  tx: TenantTx,
  view: ObjectCatalogEntry,
  { field, item }: Placed,
  by: { search: string } | { ids: readonly string[] },
): Promise<Found[]> {
  const target = view.target(field.refObject ?? '');
  if (!target || !(await showsTitles(tx, target))) return [];
  const { values, bind } = new SqlParameters();
  const problems: Problem[] = [];
  const condition = readFilter(
    item.filter ?? null,
    target,
    { now: new Date(), userId: ANONYMOUS_USER_ID },
    problems,
  );
  // A filter that lost its field matches nothing.
  if (problems.length > 0) return [];
  const title = `coalesce(r.${target.title.sql}::text, '')`;
  const from = target.from(bind);
  const asked =
    'ids' in by
      ? `r.id = ANY(${bind(by.ids)}::uuid[])`
      : // Who fills in a form sees titles only, so nothing else is found by.
        searchSql(narrowed(target, new Set([target.title.field.apiName])), by.search, bind);
  return tx.query<Found>(
    `SELECT r.id, ${title} AS label FROM ${from} r WHERE r.deleted_at IS NULL
      AND ${asked}${condition ? ` AND ${conditionSql(condition, 'r', bind)}` : ''}
      ORDER BY 2, 1${'ids' in by ? '' : ` LIMIT ${FORM_LOOKUP_SIZE}`}`,
    values,
  );
}

/**
 * Searches records in a field of the form that allows it; a word that is too short finds nothing.
 */
export async function lookupIn(
  tx: TenantTx,
  view: ObjectCatalogEntry,
  form: PublishedFormRow,
  { field, search }: Pick<InputOf<'bizmeta.smartform.lookup'>, 'field' | 'search'>,
): Promise<Found[]> {
  const placed = placedFields(form.published, view.table.describe).find(
    (each) => each.field.apiName === field,
  );
  if (!placed || !mayLookUp(placed)) throw new AppError('FORBIDDEN');
  const word = search.trim();
  return [...word].length < FORM_LOOKUP_MIN ? [] : permitted(tx, view, placed, { search: word });
}

const mayLookUp = ({ field, item }: Placed): boolean =>
  isLookup(field.type) && item.search === true && !item.hidden;

/**
 * Lookups that are not the member's own choice: the form searches for them, or the value is the
 * builder's. What a member chooses in the others they have to see themselves.
 */
export const offeredLookups = (
  placed: readonly Placed[],
  values: RecordValues,
  ruled: ReadonlySet<string>,
): ReadonlySet<string> =>
  new Set(
    placed
      .filter((each) => {
        const { item, field } = each;
        const isGiven =
          item.hidden === true ||
          item.readonly === true ||
          ruled.has(field.apiName) ||
          isDeepStrictEqual(values[field.apiName] ?? null, field.defaultValue ?? null);
        return isGiven || mayLookUp(each);
      })
      .map(({ field }) => field.apiName),
  );

/** Records named in a submission have to be among those the form would have offered. */
export async function checkLookups(
  tx: TenantTx,
  view: ObjectCatalogEntry,
  placed: readonly Placed[],
  values: RecordValues,
  problems: Problem[],
): Promise<void> {
  for (const each of placed.filter(mayLookUp)) {
    const { field } = each;
    const ids = [values[field.apiName] ?? []].flat();
    if (ids.length === 0) continue;
    const known = ids.every(isUuid) ? await permitted(tx, view, each, { ids }) : [];
    const found = new Set(known.map(({ id }) => id));
    if (ids.some((id) => typeof id !== 'string' || !found.has(id.toLowerCase())))
      problems.push(
        problem(`/values/${field.apiName}`, 'REFERENCE_MISSING', { label: field.label }),
      );
  }
}
