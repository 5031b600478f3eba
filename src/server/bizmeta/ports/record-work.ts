import type { FlowStatus, Labels, ObjectDescribe, RecordValues } from '../../../contract/index.ts';
import { AppError, type Database, type TenantTx } from '../../kernel/index.ts';
import { People, seenBy } from '../access/people.ts';
import { isUuid } from '../fields/values.ts';
import { Catalog, type ObjectCatalogEntry } from '../meta/catalog.ts';
import { usesClosed } from '../meta/open-object.ts';
import type { Parts } from '../parts.ts';
import { describeOf, LOAD_DELETED, rowObjects, type LoadedObjects } from '../meta/store.ts';
import type { Column } from '../meta/table.ts';
import { labelsOf } from '../query/labels.ts';
import { detailSql, rowsSql, shownRowsSql } from '../query/sql.ts';
import { createRecords } from '../records/create.ts';
import { editRecords } from '../records/edit.ts';
import { labelsOfValues } from '../records/labels-by-id.ts';
import { labelSqlOf } from '../records/read.ts';
import type { WriteContext } from '../records/write-context.ts';
import { services } from '../service-ports.ts';

type Needed = Pick<Parts, 'catalog' | 'people' | 'services'>;

/** Who a record is written for. */
interface Writer {
  readonly userId: string;
  /** By the person's own rights; left out for what a template lets people write. */
  readonly ownRights?: boolean;
  /** A person chose the values: records they refer to newly have to be seen by them. */
  readonly chooses?: boolean;
  /** The instance of an approval that writes. */
  readonly flow?: string;
  /** No one gets messages about the record. */
  readonly isQuiet?: boolean;
}

/** An object and one of its records by a person's own rights. */
export interface OwnView {
  /** Without fields for who has nothing to do with the object. */
  readonly describe: ObjectDescribe;
  /** Left out for a record the person does not see. */
  readonly found?: { readonly record: RecordValues; readonly labels: Labels };
}

/** What a record is, and how long. */
export interface RecordMark {
  readonly status: FlowStatus | null;
  readonly lock: string | null;
}

/** A column with its value, or those of the rows of a sub-table with theirs. */
function withCells(column: Column, value: unknown): (readonly [Column, unknown])[] {
  const { rows } = column;
  if (!rows || !Array.isArray(value)) return [[column, value]];
  return (value as readonly RecordValues[]).flatMap((row) =>
    [...rows.columns].map(([name, cell]) => [cell, row[name]] as const),
  );
}

/** Records for services that work with them inside their own transactions: approvals. */
export class RecordWork {
  #parts: Needed | undefined;

  use(parts: Needed): void {
    this.#parts = parts;
  }

  /** The describe of an object, no matter who asks; OBJECT_UNKNOWN when there is none. */
  async describe(tx: TenantTx, apiName: string): Promise<ObjectDescribe> {
    return (await this.#given.catalog.enterAnyObject(tx, apiName)).table.describe;
  }

  /** The describe of an object that is in the bin, by its id. */
  async describeDeleted(tx: TenantTx, id: string): Promise<ObjectDescribe | undefined> {
    const [loaded] = await tx.query<LoadedObjects>(LOAD_DELETED, [id]);
    const row = loaded?.objects?.find((each) => each.id === id);
    return row && describeOf(row, loaded!.secret, rowObjects(loaded!.objects ?? []));
  }

  /** The describe as the person of the transaction knows it; NO_ACCESS to who may do nothing. */
  async describeFor(tx: TenantTx, apiName: string): Promise<ObjectDescribe> {
    const { catalog, people } = this.#given;
    const { table } = await catalog.enterWhole(tx, apiName);
    const access = await people.accessIn(tx);
    if (access && !access.opens(apiName))
      throw new AppError('NO_ACCESS', { label: table.describe.label });
    return access?.describeOf(table) ?? table.describe;
  }

  /** Creates a record; answers its id. */
  async create(
    tx: TenantTx,
    apiName: string,
    values: RecordValues,
    writer: Writer,
  ): Promise<string> {
    const { ids } = await createRecords(await this.#writing(tx, apiName, writer), [values]);
    return ids[0]!;
  }

  /** Changes a record as it is now; answers its version. */
  async edit(
    tx: TenantTx,
    apiName: string,
    id: string,
    values: RecordValues,
    writer: Writer,
  ): Promise<number> {
    const writing = await this.#writing(tx, apiName, writer);
    const [row] = await tx.query<{ version: number }>(
      `SELECT version FROM ${writing.view.table.name} WHERE id = $1::uuid AND deleted_at IS NULL
        FOR NO KEY UPDATE`,
      [id],
    );
    if (!row) throw new AppError('RECORD_UNKNOWN');
    const { records } = await editRecords(writing, [{ ...values, id, version: row.version }]);
    return records[0]!.version;
  }

  /** A record with all its values; undefined when it is not there. */
  async read(tx: TenantTx, apiName: string, id: string): Promise<RecordValues | undefined> {
    if (!isUuid(id)) return undefined;
    const { table } = await this.#given.catalog.enterAnyObject(tx, apiName);
    const { text, values } = rowsSql(table, [id]);
    const [found] = await tx.query<{ rows: RecordValues[] | null }>(text, values);
    return found?.rows?.[0];
  }

  /** The same with the names of what those of its fields refer to that are shown. */
  async readWithLabels(
    tx: TenantTx,
    apiName: string,
    id: string,
    shows: (field: string) => boolean = () => true,
  ): Promise<{ record: RecordValues; labels: Labels } | undefined> {
    return this.#detail(tx, await this.#given.catalog.enterAnyObject(tx, apiName), id, shows);
  }

  /** What the person of the transaction sees of the object, and of this record of it. */
  async ownView(tx: TenantTx, apiName: string, id: string | null): Promise<OwnView> {
    const { catalog, people } = this.#given;
    const whole = await catalog.enterAnyObject(tx, apiName);
    const access = await people.accessIn(tx);
    const isShut = !whole.entry.isOpen && !usesClosed(tx);
    if (isShut || (access && !access.opens(apiName)))
      return { describe: { ...whole.table.describe, fields: [] } };
    const view = access ? seenBy(access, whole) : whole;
    const { describe } = view.table;
    const isSeen = id !== null && (!access || access.has(apiName, 'view'));
    const found = isSeen ? await this.#detail(tx, view, id, () => true) : undefined;
    return { describe, ...(found && { found }) };
  }

  async #detail(
    tx: TenantTx,
    view: ObjectCatalogEntry,
    id: string,
    shows: (field: string) => boolean,
  ): Promise<{ record: RecordValues; labels: Labels } | undefined> {
    const shown = [...view.table.columns.values()].filter(({ field }) => shows(field.apiName));
    const columns = labelsOf(shown, true);
    const labels = labelSqlOf(this.#given.services, view);
    const { text, values } = detailSql(view.table, id, columns, labels);
    const [found] = await tx.query<{ data: string | null }>(text, values);
    return found?.data
      ? (JSON.parse(found.data) as { record: RecordValues; labels: Labels })
      : undefined;
  }

  /** Whether the person of the transaction may give the field a value in a new record. */
  async createsWith(tx: TenantTx, apiName: string): Promise<(field: string) => boolean> {
    const { catalog, people } = this.#given;
    const access = await people.accessIn(tx);
    if (!access) return () => true;
    const { table } = await catalog.enterAnyObject(tx, apiName);
    const reaches = access.writesTo(table, 'create');
    return (field) => reaches.some(({ fields }) => fields.has(field));
  }

  /** Names of what values of an object refer to, no matter who asks; fields it has not are left out. */
  async labels(tx: TenantTx, apiName: string, values: RecordValues): Promise<Labels> {
    const { catalog, services: ports } = this.#given;
    const view = await catalog.enterAnyObject(tx, apiName);
    const known = Object.entries(values).flatMap(([name, value]) => {
      const column = view.table.columns.get(name);
      return column ? withCells(column, value) : [];
    });
    return labelsOfValues({ tx, services: ports }, view, known);
  }

  /** Whether the person of the transaction sees the record. */
  async sees(tx: TenantTx, apiName: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const { catalog, people } = this.#given;
    const access = await people.accessIn(tx);
    const { table: whole, entry } = await catalog.enterAnyObject(tx, apiName);
    if (!entry.isOpen && !usesClosed(tx)) return false;
    if (access && !access.has(apiName, 'view')) return false;
    const { text, values } = shownRowsSql(access?.tableOf(whole) ?? whole, [id]);
    const [found] = await tx.query<{ rows: RecordValues[] | null }>(text, values);
    return (found?.rows?.length ?? 0) > 0;
  }

  /** Says where the record's approval is, and which instance locks it; its version stays. */
  async mark(tx: TenantTx, apiName: string, id: string, mark: RecordMark): Promise<void> {
    const { table } = await this.#given.catalog.enterAnyObject(tx, apiName);
    await tx.run(
      `UPDATE ${table.name} SET flow_status = $2, flow_lock = $3::uuid WHERE id = $1::uuid`,
      [id, mark.status, mark.lock],
    );
  }

  /** The instance that locks the record, after locking its row. */
  lockOf(tx: TenantTx, apiName: string, id: string): Promise<string | null> {
    return this.#lock(tx, apiName, id, 'FOR NO KEY UPDATE');
  }

  /** The same for those who only look: they wait for no one, and no one for them. */
  lockShown(tx: TenantTx, apiName: string, id: string): Promise<string | null> {
    return this.#lock(tx, apiName, id, '');
  }

  async #lock(
    tx: TenantTx,
    apiName: string,
    id: string,
    locking: '' | 'FOR NO KEY UPDATE',
  ): Promise<string | null> {
    if (!isUuid(id)) throw new AppError('RECORD_UNKNOWN');
    const { table } = await this.#given.catalog.enterAnyObject(tx, apiName);
    const [row] = await tx.query<{ lock: string | null }>(
      `SELECT flow_lock AS lock FROM ${table.name} WHERE id = $1::uuid AND deleted_at IS NULL
        ${locking}`,
      [id],
    );
    if (!row) throw new AppError('RECORD_UNKNOWN');
    return row.lock;
  }

  /** What the record is called. */
  async titleOf(tx: TenantTx, apiName: string, record: RecordValues): Promise<string> {
    const { titleField } = await this.describe(tx, apiName);
    const title = record[titleField];
    return typeof title === 'string' ? title : '';
  }

  async #writing(tx: TenantTx, apiName: string, writer: Writer): Promise<WriteContext> {
    const { catalog, people, services } = this.#given;
    const view = await (writer.ownRights
      ? catalog.enterWhole(tx, apiName)
      : catalog.enterAnyObject(tx, apiName));
    return {
      tx,
      view,
      services,
      userId: writer.userId,
      access: writer.ownRights ? await people.accessIn(tx) : null,
      ...(writer.chooses && { chooser: await people.accessIn(tx) }),
      ...(writer.flow !== undefined && { flow: writer.flow }),
      ...(writer.isQuiet && { notices: 'none' as const }),
    };
  }

  get #given(): Needed {
    if (!this.#parts) throw new Error('records are not served yet');
    return this.#parts;
  }
}

/** Records of a database no server runs on: for filling it. */
export function recordWorkOf(db: Database): RecordWork {
  const people = new People();
  const work = new RecordWork();
  work.use({ catalog: new Catalog(db, people), people, services });
  return work;
}
