import { EXPORT_HOURS, type Labels, type RecordValues } from '../../../contract/index.ts';
import { plainNumber } from '../../../values/index.ts';
import {
  AppError,
  longSheet,
  XLSX_TYPE,
  type BatchResult,
  type Bind,
  type Database,
  type Job,
  type JobKind,
  type SheetCell,
  type TenantTx,
} from '../../kernel/index.ts';
import { csvHead, csvLine } from '../../log/index.ts';
import { storeMade, type UploadStore } from '../../storage/index.ts';
import { builderIds } from '../../upm/index.ts';
import { seenBy, type People } from '../access/people.ts';
import type { PersonAccess } from '../access/person-access.ts';
import type { Catalog, ObjectCatalogEntry } from '../meta/catalog.ts';
import { shownColumn, type Column, type ObjectTable } from '../meta/table.ts';
import { orderedRowsSql } from '../query/sql.ts';
import { requireOp } from '../records/permitted.ts';
import { labelSqlOf } from '../records/read.ts';
import type { ServicePorts } from '../records/service-ports.ts';
import { fileColumn, type FileColumn } from './columns.ts';
import { endExport, exportToMake, nextPages, pagesOf, storePage, type ExportRow } from './rows.ts';

/** The kind of job that makes a file of records. */
export const EXPORT_JOB = 'bizmeta.export';
/** Pages of one transaction. */
const PAGES = 2;
const GONE = '对象已被删除';

export interface Exporting {
  readonly exportId: string;
}
interface ExportParts {
  readonly db: Database;
  readonly catalog: Catalog;
  readonly people: People;
  readonly services: ServicePorts;
  readonly store: Omit<UploadStore, 'db'>;
}

/** The object as the person may export it now; what they may not see any more is not there. */
interface Exported {
  readonly view: ObjectCatalogEntry;
  readonly access: PersonAccess | null;
  readonly columns: readonly (FileColumn & { readonly column: Column | undefined })[];
}

/** A column the person does not see is in the file too, with nothing in it. */
const columnsOf = (
  { columns, format }: ExportRow,
  seen: ObjectTable,
  whole: ObjectTable,
): Exported['columns'] =>
  columns.map((name) => {
    const column = shownColumn(seen, name);
    const field = (column ?? whole.columns.get(name))?.field;
    const made = field && fileColumn(field, format, column?.masked !== undefined);
    return { title: name, width: 0, read: () => null, ...made, column };
  });

/**
 * Reads the records of an export page by page, with the rights the person has at that moment, and
 * makes the file of them.
 */
export class Exporter implements JobKind<Exporting> {
  readonly access = 'admin' as const;
  constructor(private readonly parts: ExportParts) {}

  async runBatch(tx: TenantTx, { payload, createdBy }: Job<Exporting>): Promise<BatchResult> {
    const { exportId: id } = payload;
    const found = await exportToMake(tx, id);
    if (!found) {
      await endExport(tx, id, { failed: GONE });
      return { did: 0, place: null };
    }
    try {
      return await this.#next(tx, found, createdBy);
    } catch (error) {
      if (!(error instanceof AppError) || error.code >= SERVER_FAULT) throw error;
      await endExport(tx, id, { failed: error.message });
      return { did: 0, place: null };
    }
  }

  async #next(tx: TenantTx, found: ExportRow, userId: string): Promise<BatchResult> {
    const exported = await this.#exported(tx, found, userId);
    const pages = await nextPages(tx, found.id, PAGES);
    if (pages.length === 0) {
      await this.#finish(tx, found, exported, userId);
      return { did: 0, place: null };
    }
    for (const { n, ids } of pages)
      await storePage(tx, found.id, { n, cells: await this.#cells(tx, exported, ids) });
    return { did: pages.reduce((sum, { ids }) => sum + ids.length, 0), place: {} };
  }

  async #exported(tx: TenantTx, found: ExportRow, userId: string): Promise<Exported> {
    const { catalog, people } = this.parts;
    const whole = await catalog.enterWhole(tx, found.object);
    const isBuilder = (await builderIds(tx)).includes(userId);
    const access = isBuilder ? null : await people.accessOfMember(tx, userId);
    requireOp({ access, view: whole }, 'export');
    const view = access ? seenBy(access, whole) : whole;
    return { view, access, columns: columnsOf(found, view.table, whole.table) };
  }

  async #cells(tx: TenantTx, exported: Exported, ids: readonly string[]): Promise<SheetCell[][]> {
    const { text, values } = this.#rowsSql(exported, ids);
    // The rights and the ids are the primary's; what the records hold may be a replica's.
    const [answer] = await this.parts.db.readBeside<{ data: string }>(tx, text, values);
    const { records, labels } = JSON.parse(answer!.data) as {
      records: RecordValues[];
      labels: Labels;
    };
    return records.map((record) =>
      exported.columns.map(({ column, read }) =>
        column ? read(record[column.field.apiName], labels) : null,
      ),
    );
  }

  /** Reads what of the records may still be exported. */
  #rowsSql({ view, access, columns }: Exported, ids: readonly string[]) {
    const { table } = view;
    const whole = table.reader?.whole;
    const allowed = access &&
      whole && {
        where: (alias: string, bind: Bind) => access.allowedSql('export', { whole, alias, bind }),
      };
    const there = columns.flatMap(({ column }) => column ?? []);
    return orderedRowsSql(
      { table, ids, ...allowed },
      [...new Set([table.columns.get('id')!, ...there])],
      labelSqlOf(this.parts.services, view),
    );
  }

  async #finish(
    tx: TenantTx,
    { id, format, file_name: name }: ExportRow,
    { columns }: Exported,
    userId: string,
  ): Promise<void> {
    const shown = columns.map(({ title, width, format: shows }) => ({
      title,
      width,
      ...(shows !== undefined && { format: shows }),
    }));
    const pages = pagesOf<SheetCell[][]>(tx, id);
    const bytes =
      format === 'xlsx'
        ? longSheet({ name: '记录', columns: shown }, pages)
        : csvFile(
            shown.map(({ title }) => title),
            pages,
          );
    const mime = format === 'xlsx' ? XLSX_TYPE : 'text/csv';
    const made = { name, mime, userId, keepHours: EXPORT_HOURS, bytes };
    await endExport(tx, id, await storeMade(tx, this.parts.store, made));
  }
}

const SERVER_FAULT = 500;

async function* csvFile(
  head: readonly string[],
  pages: AsyncIterable<readonly (readonly SheetCell[])[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(csvHead(head));
  for await (const rows of pages)
    yield Buffer.from(rows.map((row) => csvLine(row.map(csvCell))).join(''));
}
/** A number is written out; everything else is text, which `csvLine` keeps from being a formula. */
const csvCell = (cell: SheetCell): string | number => {
  if (typeof cell !== 'number') return typeof cell === 'string' ? cell : '';
  const plain = plainNumber(cell);
  return plain === String(cell) ? cell : plain;
};
