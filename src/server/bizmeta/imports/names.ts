import { SqlParameters } from '../../kernel/index.ts';
import type { ObjectTable } from '../meta/table.ts';
import { guarded } from '../query/conditions.ts';
import type { WriteContext } from '../records/write-context.ts';

/** Ids by the names a file calls people, departments, roles and records. */
export type IdsByName = ReadonlyMap<string, ReadonlySet<string>>;

interface Named {
  readonly name: string;
  readonly id: string;
}

/** Records by their titles, as far as the person sees both. */
async function recordsNamed(
  { tx }: WriteContext,
  seen: ObjectTable,
  names: readonly string[],
): Promise<Named[]> {
  const { title } = seen;
  if (title.system) return [];
  const { values, bind } = new SqlParameters();
  const found = guarded(`r.${title.sql}::text = ANY(${bind(names)}::text[])`, [title], 'r');
  return tx.query<Named>(
    `SELECT r.${title.sql}::text AS name, r.id FROM ${seen.from(bind)} r
      WHERE r.deleted_at IS NULL AND ${found}`,
    values,
  );
}

async function find(
  writing: WriteContext,
  kind: string,
  names: readonly string[],
): Promise<readonly Named[]> {
  if (kind === 'user' || kind === 'dept' || kind === 'role')
    return writing.services.named(writing.tx, kind, names);
  const target = writing.view.target(kind);
  if (!target) return [];
  const { access } = writing;
  if (access && !access.has(kind, 'view')) return [];
  return recordsNamed(writing, access?.tableOf(target) ?? target, names);
}

/** The ids behind the names of each kind. */
export async function findNames(
  writing: WriteContext,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<ReadonlyMap<string, IdsByName>> {
  const all = new Map<string, IdsByName>();
  for (const [kind, names] of wanted) {
    const ids = new Map<string, Set<string>>();
    for (const { name, id } of await find(writing, kind, [...names]))
      ids.set(name, (ids.get(name) ?? new Set()).add(id));
    all.set(kind, ids);
  }
  return all;
}
