import type { TenantTx } from '../../../kernel/index.ts';
import type { Cells } from './columns.ts';

/** A superior of a row: a member, or the person of another row. */
export type RowSuperior = { readonly id: string } | { readonly row: number };
export type SuperiorFinder = (
  cells: Cells,
) => { found: RowSuperior; why: '' } | { found: null; why: string };

interface Known {
  id: string;
  realName: string;
  employeeNo: string | null;
  account: string | null;
}
const lower = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

type ByText = Map<string, RowSuperior[]>;
function add(map: ByText, text: string | null, person: RowSuperior): void {
  const key = lower(text ?? '');
  if (key) map.set(key, [...(map.get(key) ?? []), person]);
}

const MEMBERS = `select m.user_id as id, m.real_name as "realName", m.employee_no as "employeeNo", p.account
  from upm.member m left join upm.member_person p on p.tenant_id = m.tenant_id
    and p.user_id = m.user_id
  where m.tenant_id = $1 and m.state <> 'left'`;

/** People by what a sheet may call them. */
class Directory {
  readonly numbers: ByText = new Map();
  readonly #accounts: ByText = new Map();
  readonly #names: ByText = new Map();

  constructor(members: readonly Known[]) {
    for (const { id, realName, employeeNo, account } of members) {
      add(this.numbers, employeeNo, { id });
      add(this.#accounts, account, { id });
      add(this.#names, realName, { id });
    }
  }
  /** A person of the file; a number that is a member's already is not theirs. */
  addRow({ row, realName, employeeNo }: Cells, isTaken: boolean): void {
    if (!isTaken) add(this.numbers, employeeNo, { row });
    add(this.#names, realName, { row });
  }
  called(text: string): readonly RowSuperior[] {
    const key = lower(text);
    return this.numbers.get(key) ?? this.#accounts.get(key) ?? this.#names.get(key) ?? [];
  }
}

/**
 * Finds superiors by number, else by account, else by name; among the members who work here and among
 * the people of the file.
 */
export async function superiorFinder(
  tx: TenantTx,
  rows: readonly Cells[],
): Promise<{ find: SuperiorFinder; takenNumbers: ReadonlySet<string> }> {
  const people = new Directory(await tx.query<Known>(MEMBERS, [tx.tenant.id]));
  const takenNumbers = new Set(people.numbers.keys());
  for (const cells of rows) people.addRow(cells, takenNumbers.has(lower(cells.employeeNo)));
  return { find: (cells) => found(cells.row, people.called(cells.superior)), takenNumbers };
}

function found(row: number, fits: readonly RowSuperior[]): ReturnType<SuperiorFinder> {
  const [first] = fits;
  if (!first) return { found: null, why: '没有这名成员，表格里也没有这个人' };
  if (fits.length > 1) return { found: null, why: `有 ${fits.length} 人符合，请改填工号或账号` };
  if ('row' in first && first.row === row) return { found: null, why: '不能是本人' };
  return { found: first, why: '' };
}

interface Reporting {
  row: number;
  superior: RowSuperior | null;
}
const above = ({ superior }: Reporting): number | null =>
  superior && 'row' in superior ? superior.row : null;

/** Rows whose superiors lead back to themselves. */
export function rowsInCircles(rows: readonly Reporting[]): Set<number> {
  const next = new Map(rows.map((row) => [row.row, above(row)]));
  const circles = new Set<number>();
  const done = new Set<number>();
  for (const { row } of rows) {
    const path: number[] = [];
    let at: number | null | undefined = row;
    while (at != null && !done.has(at)) {
      done.add(at);
      path.push(at);
      at = next.get(at);
    }
    // The path has met itself: what lies behind the meeting is a circle.
    if (at != null && path.includes(at))
      for (const each of path.slice(path.indexOf(at))) circles.add(each);
  }
  return circles;
}

/** Rows whose superior is a row that is not among these, however many are between. */
export function rowsWithoutSuperior(rows: readonly Reporting[]): Map<number, number> {
  const missing = new Map<number, number>();
  const good = new Set(rows.map(({ row }) => row));
  for (let more = true; more;) {
    more = false;
    for (const row of rows) {
      const superior = above(row);
      if (superior === null || !good.has(row.row) || good.has(superior)) continue;
      good.delete(row.row);
      missing.set(row.row, superior);
      more = true;
    }
  }
  return missing;
}
