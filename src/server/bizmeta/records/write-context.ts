import { MAX_BULK, problem, type Problem } from '../../../contract/index.ts';
import { inTurns, problemsError, type TenantTx } from '../../kernel/index.ts';
import type { PersonAccess } from '../access/person-access.ts';
import type { ObjectCatalogEntry } from '../meta/catalog.ts';
import type { ObjectTable } from '../meta/table.ts';
import type { ServicePorts } from './service-ports.ts';
import { MAX_PROBLEMS, type Row } from './read-record.ts';

/** Context of a write. */
export interface WriteContext {
  readonly tx: TenantTx;
  readonly view: ObjectCatalogEntry;
  readonly userId: string;
  readonly services: ServicePorts;
  /**
   * What the person may do with records, which `view` has all of; null for who may do everything,
   * and for what a rule or a form of a builder writes.
   */
  readonly access: PersonAccess | null;
  /**
   * Who chose the values, where what is written goes by no one's rights: records they refer to have to
   * be among those the person sees. Null for who sees everything.
   */
  readonly chooser?: PersonAccess | null;
  /** Lookups whose choice is not the chooser's alone: the form offers the records, or gives the value. */
  readonly offered?: ReadonlySet<string>;
  /** The instance of an approval that writes; it may write the records it has locked. */
  readonly flow?: string | undefined;
  /** The new records are copies: what they bring counts as their own first values. */
  readonly isCopy?: boolean;
  /**
   * Messages to the people the records name: `none` for demo data; `mergeKey` for records that may
   * come in numbers, `except` for people who are notified otherwise.
   */
  readonly notices?: 'none' | { readonly mergeKey: string; readonly except: readonly string[] };
}

/** The object as the person sees it. */
export const seenTable = ({ access, view: { table } }: WriteContext): ObjectTable =>
  access?.tableOf(table) ?? table;

/** Refuses a batch that is too large before reading it. */
export function checkSize(list: readonly unknown[], path: string): void {
  if (list.length > MAX_BULK)
    throw problemsError([problem(path, 'TOO_MANY', { max: MAX_BULK, count: list.length })]);
}

export function stopOnProblems(problems: Problem[]): void {
  if (problems.length > 0) throw problemsError(problems.slice(0, MAX_PROBLEMS));
}

/** Reads rows one by one until there are enough problems to show. */
export async function readRows<T>(
  records: readonly T[],
  problems: Problem[],
  read: (record: T, at: string, i: number) => Row | undefined,
): Promise<Row[]> {
  const rows: Row[] = [];
  await inTurns(records, (record, i) => {
    if (problems.length >= MAX_PROBLEMS) return false;
    const row = read(record, `/records/${i}`, i);
    if (row) rows.push(row);
    return true;
  });
  return rows;
}
