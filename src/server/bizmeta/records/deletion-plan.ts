import {
  MAX_DELETED_ALONG,
  MAX_DELETION_DEPTH,
  type Along,
  type Problem,
} from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import type { PersonAccess } from '../access/person-access.ts';
import type { ObjectTable } from '../meta/table.ts';
import { blockedBy, type Deleting } from './deletion-blocks.ts';
import { pointingSql, referrersTo, type Doomed, type Referrer } from './referrers.ts';

/**
 * What a deletion takes along: records whose lookups say so, and what points to these in turn. It is
 * found breadth first and bounded in depth and number; a record that was found is not found again,
 * so a circle ends.
 */

/** Something that points to a deleted record by a field; `row` is a sub-table's row. */
interface Pointer {
  readonly id: string;
  readonly row: string | null;
  readonly to: string;
  readonly place: number | null;
}
export interface Pointers {
  readonly referrer: Referrer;
  readonly to: Doomed;
  readonly found: readonly Pointer[];
}
export interface DeletionPlan {
  /** By the object's id, in the order they were found; the first are the records named. */
  readonly doomed: ReadonlyMap<string, Doomed>;
  /** What pulled other records in. */
  readonly pulled: readonly Pointers[];
  /** Lookups to empty, and rows of sub-tables to remove. */
  readonly links: readonly Pointers[];
  readonly rows: readonly Pointers[];
  /** Records of the request that others hold back. */
  readonly problems: readonly Problem[];
}

class Planner implements Deleting {
  readonly doomed = new Map<string, Doomed>();
  readonly pulled: Pointers[] = [];
  readonly #referrers = new Map<string, Promise<Referrer[]>>();
  readonly #roots = new Map<string, string>();
  #room = MAX_DELETED_ALONG;

  constructor(
    private readonly tx: TenantTx,
    private readonly lock: boolean,
    readonly access: PersonAccess | null,
  ) {}

  readonly referrers = (objectId: string): Promise<Referrer[]> => {
    const known = this.#referrers.get(objectId) ?? referrersTo(this.tx, objectId);
    this.#referrers.set(objectId, known);
    return known;
  };
  readonly rootOf = (id: string): string => this.#roots.get(id) ?? id;

  /** Pointers by a field to some records, from records that are not deleted with them. */
  async #pointers(referrer: Referrer, ids: ReadonlySet<string>): Promise<Pointer[]> {
    const { from, to, own } = pointingSql(this.tx, referrer);
    const found = await this.tx.query<Pointer>(
      `SELECT r.id, ${own === 'w' ? 'w.id' : 'NULL::uuid'} AS row, ${to} AS to,
        ${referrer.many ? 'j.ord' : 'NULL::integer'} AS place
      FROM ${from} WHERE ${to} = ANY($1::uuid[]) AND r.deleted_at IS NULL
        AND r.id <> ALL($2::uuid[]) ORDER BY r.id LIMIT ${this.#room + 1}
        ${this.lock ? 'FOR UPDATE OF r' : ''}`,
      [[...ids], [...(this.doomed.get(referrer.object_id)?.ids ?? [])]],
    );
    this.#room -= found.length;
    if (this.#room < 0) throw new AppError('DELETION_TOO_WIDE', { max: MAX_DELETED_ALONG });
    return found;
  }

  /** Records that go with these: those that were not known yet. */
  async pull(to: Doomed): Promise<Doomed[]> {
    const fresh: Doomed[] = [];
    for (const referrer of await this.referrers(to.id)) {
      if (referrer.mode !== 'cascade' || referrer.rows_field !== null) continue;
      const found = await this.#pointers(referrer, to.ids);
      if (found.length === 0) continue;
      this.pulled.push({ referrer, to, found });
      for (const each of found) this.#roots.set(each.id, this.rootOf(each.to));
      fresh.push(this.#add(referrer, new Set(found.map(({ id }) => id))));
    }
    return fresh;
  }

  /** The same, and what goes with these in turn. */
  async pullAll(first: Doomed): Promise<void> {
    let frontier = [first];
    for (let depth = 0; frontier.length > 0; depth += 1) {
      if (depth > MAX_DELETION_DEPTH)
        throw new AppError('DELETION_TOO_DEEP', { max: MAX_DELETION_DEPTH });
      const next: Doomed[] = [];
      for (const to of frontier) next.push(...(await this.pull(to)));
      frontier = next;
    }
  }

  #add(referrer: Referrer, ids: Set<string>): Doomed {
    const title = referrer.title_no === null ? 'id' : `f_${referrer.title_no}`;
    const { object_id: id, object_no: no, api_name: apiName, label } = referrer;
    const known = this.doomed.get(id);
    if (known) for (const each of ids) known.ids.add(each);
    else this.doomed.set(id, { id, no, apiName, label, title, ids: new Set(ids) });
    return { id, no, apiName, label, title, ids };
  }

  /** Pointers by some fields to whatever is deleted, from what stays. */
  async pointing(wanted: (referrer: Referrer) => boolean): Promise<Pointers[]> {
    const all: Pointers[] = [];
    for (const to of this.doomed.values())
      for (const referrer of (await this.referrers(to.id)).filter(wanted)) {
        const found = await this.#pointers(referrer, to.ids);
        if (found.length > 0) all.push({ referrer, to, found });
      }
    return all;
  }
}

/**
 * Plans the deletion of records. With `lock` everything it touches is locked until the transaction
 * ends; the records named have been locked before, so that nothing new points to them.
 */
export async function planDeletion(
  tx: TenantTx,
  table: ObjectTable,
  ids: readonly string[],
  { lock, access }: { readonly lock: boolean; readonly access: PersonAccess | null },
): Promise<DeletionPlan> {
  const planner = new Planner(tx, lock, access);
  planner.doomed.set(table.describe.id, recordsOf(table, ids));
  await planner.pullAll(recordsOf(table, ids));
  return {
    doomed: planner.doomed,
    pulled: planner.pulled,
    links: await planner.pointing(({ mode }) => mode === 'clear'),
    rows: await planner.pointing(
      ({ mode, rows_field }) => mode === 'cascade' && rows_field !== null,
    ),
    problems: await blockedBy(tx, planner, ids),
  };
}

const recordsOf = (
  { describe: { id, apiName, label }, no, title }: ObjectTable,
  ids: readonly string[],
): Doomed => ({ id, no, apiName, label, title: title.sql, ids: new Set(ids) });

/** How many records are deleted besides those named, by object. */
export function alongOf({ doomed }: Pick<DeletionPlan, 'doomed'>, named: number): Along[] {
  return [...doomed.values()].flatMap(({ apiName, label, ids }, i) => {
    const count = ids.size - (i === 0 ? named : 0);
    return count > 0 ? [{ object: apiName, label, count }] : [];
  });
}
