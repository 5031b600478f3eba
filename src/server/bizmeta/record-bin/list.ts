import {
  BIN_DAYS,
  DEFAULT_PAGE_SIZE,
  TIME_ZONE,
  problem,
  type BinnedRecord,
  type DataOf,
  type InputOf,
} from '../../../contract/index.ts';
import { likeWithin, problemsError, SqlParameters, type TenantTx } from '../../kernel/index.ts';
import { labelSql } from '../meta/computed.ts';
import type { WriteContext } from '../records/write-context.ts';
import { deletedWith } from './deleted-with.ts';

type Input = Pick<
  InputOf<'bizmeta.recordBin.list'>,
  'search' | 'deletedBy' | 'from' | 'to' | 'cursor' | 'size'
>;

type Asker = Pick<WriteContext, 'tx' | 'view' | 'access'>;

/** Records a search looks at for one page: a search of a large bin goes on where it ended. */
const SCANNED = 20_000;
const DAY_MS = 86_400_000;
const UNTITLED = '（无标题）';

/**
 * Where a page begins: after a record (older ones) or before it (newer ones). It is not signed: it
 * says no more than the list itself does.
 */
interface Place {
  readonly way: 'older' | 'newer';
  readonly at: string;
  readonly id: string;
}
const SHAPE =
  /^([on])\|(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)\|([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

interface Row {
  id: string;
  at: Date;
  by: string | null;
  title: string;
}
const cursorOf = (way: Place['way'], { at, id }: Row): string =>
  `${way[0]}|${at.toISOString()}|${id}`;

function readCursor(cursor: string | null | undefined): Place | null {
  if (!cursor) return null;
  const found = SHAPE.exec(cursor);
  if (!found || Number.isNaN(Date.parse(found[2]!)))
    throw problemsError([
      problem('/cursor', 'VALUE_FORMAT', { label: '翻页位置', expected: '上一次应答给出的位置' }),
    ]);
  return { way: found[1] === 'o' ? 'older' : 'newer', at: found[2]!, id: found[3]! };
}

/** The next records of the bin in one direction, by one run of an index. */
function pageSql(
  { access, view: { table } }: Asker,
  input: Input,
  place: Place | null,
  limit: number,
) {
  const { bind, values } = new SqlParameters();
  const day = (text: string): string =>
    `(${bind(text)}::date)::timestamp at time zone '${TIME_ZONE}'`;
  const rows = { whole: table, alias: 'r', bind };
  const seen = access?.tableOf(table) ?? table;
  const title = labelSql(seen, 'r', bind);
  const newer = place?.way === 'newer';
  const where = ['r.deleted_at IS NOT NULL'];
  if (access) where.push(access.visibleSql(rows), access.allowedSql('delete', rows));
  if (input.deletedBy) where.push(`r.deleted_by = ${bind(input.deletedBy)}`);
  if (input.from) where.push(`r.deleted_at >= ${day(input.from)}`);
  if (input.to) where.push(`r.deleted_at < ${day(input.to)} + interval '1 day'`);
  if (place)
    where.push(
      `(r.deleted_at, r.id) ${newer ? '>' : '<'} (${bind(place.at)}::timestamptz, ${bind(place.id)}::uuid)`,
    );
  const way = newer ? 'ASC' : 'DESC';
  const text = `SELECT r.id, r.deleted_at AS at, r.deleted_by AS by, ${title} AS title
    FROM ${table.name} r WHERE ${where.join(' AND ')}
    ORDER BY r.deleted_at ${way}, r.id ${way} LIMIT ${limit}`;
  return { text, values, bind };
}

interface Read {
  readonly rows: Row[];
  /** There is more in this direction, after this record. */
  readonly last: Row | undefined;
}

async function readPage(asker: Asker, input: Input, place: Place | null): Promise<Read> {
  const size = input.size ?? DEFAULT_PAGE_SIZE;
  const search = input.search?.trim() ?? '';
  if (search === '') {
    const { text, values } = pageSql(asker, input, place, size + 1);
    const rows = await asker.tx.query<Row>(text, values);
    return { rows: rows.slice(0, size), last: rows.length > size ? rows[size - 1] : undefined };
  }
  return searchPage(asker.tx, pageSql(asker, input, place, SCANNED), search, size);
}

/** The matches among the next records, as many as one search looks at. */
async function searchPage(
  tx: TenantTx,
  { text, values, bind }: ReturnType<typeof pageSql>,
  search: string,
  size: number,
): Promise<Read> {
  const found = await tx.query<Row & { n: number }>(
    `WITH scanned AS MATERIALIZED (SELECT x.*, row_number() OVER ()::integer AS n FROM (${text}) x)
    SELECT * FROM scanned WHERE lower(title) LIKE ${bind(likeWithin(search))}
      OR n = ${SCANNED} ORDER BY n LIMIT ${size + 1}`,
    values,
  );
  const matches = found.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()));
  const rows = matches.slice(0, size);
  const end = found.length > size ? rows.at(-1) : found.find(({ n }) => n === SCANNED);
  return { rows, last: end };
}

/** The records of an object's bin that the person may delete, the latest deletions first. */
export async function listBinned(
  asker: Asker,
  input: Input,
): Promise<DataOf<'bizmeta.recordBin.list'>> {
  const place = readCursor(input.cursor);
  const { rows, last } = await readPage(asker, input, place);
  const newer = place?.way === 'newer';
  const first = rows[0];
  if (newer) rows.reverse();
  const [next, previous] = newer
    ? [first ?? null, last ?? null]
    : [last ?? null, place ? (first ?? last ?? null) : null];
  return {
    label: asker.view.table.describe.label,
    records: await inWords(asker, rows),
    next: next && cursorOf('older', next),
    previous: previous && cursorOf('newer', previous),
  };
}

const PEOPLE = `SELECT user_id AS id, real_name AS name FROM upm.member WHERE tenant_id = $1
  AND user_id = ANY($2)`;

async function inWords({ tx, access }: Asker, rows: readonly Row[]): Promise<BinnedRecord[]> {
  const people = await tx.query<{ id: string; name: string }>(PEOPLE, [
    tx.tenant.id,
    [...new Set(rows.map(({ by }) => by))],
  ]);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const { along, because } = await deletedWith(
    { tx, access },
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, at, by, title }) => ({
    id,
    title: title || UNTITLED,
    deletedAt: at.toISOString(),
    deletedBy: by ?? '',
    deletedByName: names.get(by ?? '') ?? '',
    purgeAt: new Date(at.getTime() + BIN_DAYS * DAY_MS).toISOString(),
    along: along.get(id) ?? 0,
    because: because.get(id) ?? '',
  }));
}
