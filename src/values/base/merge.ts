/**
 * The law by which two edits of one record become one, the same in the browser and on the server. An
 * edit is made from a base; what it leaves as the base has it is no write.
 */

type Same = (a: unknown, b: unknown) => boolean;

/** What becomes of a value: it is not written, it is mine, or both wrote it differently. */
export type Merged = 'none' | 'mine' | 'conflict';

export function threeWay(
  { base, mine, theirs }: { base: unknown; mine: unknown; theirs: unknown },
  same: Same,
): Merged {
  if (same(mine, base) || same(mine, theirs)) return 'none';
  return same(theirs, base) ? 'mine' : 'conflict';
}

type Row = Readonly<Record<string, unknown>>;
/** Rows of one list: what an edit was made from, what it makes of it, and what is there by now. */
export interface RowVersions {
  readonly base: readonly Row[];
  readonly mine: readonly Row[];
  readonly theirs: readonly Row[];
  /** Names of the values that are stored; others follow from them. */
  readonly names: ReadonlySet<string>;
}
/** A row to write: a new one whole, of another what is written; `from` is its place in mine. */
export interface MergedRow {
  readonly values: Row;
  readonly from?: number;
}
/** Without `name`: one side removed the row, which is null there, and the other changed it. */
interface RowConflict {
  readonly id: unknown;
  readonly from?: number;
  readonly name?: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}
export interface MergedRows {
  /** Null when nothing of it is written. */
  readonly rows: readonly MergedRow[] | null;
  readonly conflicts: readonly RowConflict[];
}

const byId = (rows: readonly Row[]): Map<unknown, Row> =>
  new Map(rows.flatMap((row) => (isSaved(row) ? [[row['id'], row]] : [])));
const isSaved = ({ id }: Row): boolean => id !== undefined && id !== null;

class RowMerge {
  readonly conflicts: RowConflict[] = [];
  private readonly base: ReadonlyMap<unknown, Row>;
  private readonly mine: ReadonlyMap<unknown, Row>;
  private readonly theirs: ReadonlyMap<unknown, Row>;
  private writes = false;

  constructor(
    private readonly versions: RowVersions,
    private readonly same: Same,
  ) {
    this.base = byId(versions.base);
    this.mine = byId(versions.mine);
    this.theirs = byId(versions.theirs);
  }

  merged(): MergedRows {
    const own = this.versions.mine.flatMap((row, from) => this.own(row, from) ?? []);
    const removed = this.removed();
    const rows = this.ordered(own, removed);
    return { rows: this.writes ? rows : null, conflicts: this.conflicts };
  }

  /** A row of mine; undefined when it is gone. */
  private own(row: Row, from: number): MergedRow | undefined {
    const id = row['id'];
    const theirs = isSaved(row) ? this.theirs.get(id) : undefined;
    const base = isSaved(row) ? (this.base.get(id) ?? theirs) : undefined;
    if (!base) {
      this.writes = true;
      return { values: row, from };
    }
    if (!theirs) {
      if (this.differs(row, base)) this.conflicts.push({ id, from, base, mine: row, theirs: null });
      return undefined;
    }
    return { values: this.written({ base, mine: row, theirs }, from), from };
  }
  /** The id of a row and what is written of it. */
  private written({ base, mine, theirs }: Record<'base' | 'mine' | 'theirs', Row>, from: number) {
    const written: Record<string, unknown> = { id: mine['id'] };
    for (const [name, value] of Object.entries(mine)) {
      if (name === 'id') continue;
      const each = { base: base[name], mine: value, theirs: theirs[name] };
      const how = threeWay(each, this.same);
      if (how === 'none') continue;
      written[name] = value;
      this.writes = true;
      if (how === 'conflict') this.conflicts.push({ id: mine['id'], from, name, ...each });
    }
    return written;
  }
  private differs(row: Row, base: Row): boolean {
    return Object.keys(row).some(
      (name) => this.versions.names.has(name) && !this.same(row[name], base[name]),
    );
  }
  /** Ids of rows I removed. */
  private removed(): ReadonlySet<unknown> {
    const removed = new Set<unknown>();
    for (const [id, base] of this.base) {
      const theirs = this.theirs.get(id);
      if (!theirs || this.mine.has(id)) continue;
      removed.add(id);
      this.writes = true;
      if (this.differs(theirs, base)) this.conflicts.push({ id, base, mine: null, theirs });
    }
    return removed;
  }

  /** In my order if I changed it, else in theirs; what the other order lacks is behind its neighbour. */
  private ordered(own: readonly MergedRow[], removed: ReadonlySet<unknown>): MergedRow[] {
    const known = new Map(own.map((row) => [row.values['id'], row]));
    const theirs = this.versions.theirs
      .filter(({ id }) => !removed.has(id))
      .map(({ id }) => known.get(id) ?? { values: { id } });
    if (!this.isMoved()) return withBehind(theirs, own);
    this.writes = true;
    return withBehind(own, theirs);
  }
  private isMoved(): boolean {
    const common = (rows: readonly Row[]) =>
      rows.flatMap(({ id }) =>
        this.base.has(id) && this.mine.has(id) && this.theirs.has(id) ? [id] : [],
      );
    const before = common(this.versions.base);
    return common(this.versions.mine).some((id, i) => id !== before[i]);
  }
}

/** The list with what only the other has, each behind the one it is behind there. */
function withBehind(list: readonly MergedRow[], other: readonly MergedRow[]): MergedRow[] {
  const rows = [...list];
  other.forEach((row, i) => {
    if (!rows.includes(row)) rows.splice(i === 0 ? 0 : rows.indexOf(other[i - 1]!) + 1, 0, row);
  });
  return rows;
}

/**
 * Row by row, by their ids: rows added by either side are there, a value only one side changed is
 * that side's, the last order holds.
 */
export const mergeRows = (versions: RowVersions, same: Same): MergedRows =>
  new RowMerge(versions, same).merged();
