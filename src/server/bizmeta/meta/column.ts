import type { FieldDescribe, ObjectDescribe } from '../../../contract/index.ts';
import type { Bind, FieldKind } from '../fields/index.ts';

/**
 * One column of an object's table: the field, and the column's name in the database, which is never
 * user text.
 */
export interface Column {
  readonly field: FieldDescribe;
  readonly kind: FieldKind;
  /** Unquoted SQL name: f_<n>, or a system column's own. */
  readonly sql: string;
  readonly system: boolean;
  /** Never null, so that conditions on it need no test for null. */
  readonly notNull: boolean;
  /**
   * Stored in the object's own table; otherwise other tables' rows, or computed when it is read.
   */
  readonly stored: boolean;
  /** A sub-table's rows. */
  readonly rows?: ObjectTable;
  /**
   * Where the value may be read in some records only: SQL name of a column of `from` that is true in
   * these. In the others the value is null.
   */
  readonly guard?: string;
  /**
   * Of a column that is only shown: SQL of what of a stored row `alias` its reader may see, the value
   * or a masked text.
   */
  readonly masked?: (alias: string, bind: Bind) => string;
  /** Qualified and quoted name of the table that joins this object's records to others. */
  readonly join?: string;
  /** A column of the record a lookup names, which a request names as `lookup.field`. */
  readonly related?: RelatedColumn;
}

/** The lookup, the object it names as the reader sees it, and the column there. */
export interface RelatedColumn {
  readonly by: Column;
  readonly target: ObjectTable;
  readonly column: Column;
}

/** Which records, and which values of them, the reader of a table may see. */
export interface Readership {
  /** The object with all its fields and records. */
  readonly whole: ObjectTable;
  /** SQL that holds for rows, stored in the whole table, that may be seen. */
  visible(alias: string, bind: Bind): string;
  /** SQL that holds for those of them in which the column may be read. */
  readable(column: Column, alias: string, bind: Bind): string;
  /**
   * SQL of what may be done with such a row, as JSON of `RecordRights`; left out where everything
   * may be done with every record.
   */
  readonly rights?: (alias: string, bind: Bind) => string;
}

/** Where records keep who owns them. */
export interface Ownership {
  readonly owner: Column;
  readonly dept: Column;
  /** The builder's field that says the owner in place of the system's. */
  readonly toldBy?: Column;
}

/** An object in the data service: its describe and the location of its records. */
export interface ObjectTable {
  readonly describe: ObjectDescribe;
  /** Number in the table's name and in the object's lock. */
  readonly no: number;
  /** Qualified and quoted: "t_1"."o_5". Of a person's table nothing can be selected by it. */
  readonly name: string;
  /** Of a person's table (src/server/bizmeta/access). */
  readonly reader?: Readership;
  /**
   * What a reading statement selects from, as an item of its FROM: the table, with values that are
   * not stored in it beside its columns.
   */
  from(bind: Bind): string;
  /** This object, and those its computed columns read. */
  find(apiName: string): ObjectTable | undefined;
  /** A sub-table's rows in an item of FROM after the record's; `base` is the record's alias. */
  rowsFrom(rows: ObjectTable, base: string, bind: Bind): string;
  /**
   * Keys of the list indexes that are ready (meta/list-index.ts); none while the object is small.
   */
  readonly indexes: ReadonlySet<string>;
  /** By apiName: the builder's fields in their order, then the system's. */
  readonly columns: ReadonlyMap<string, Column>;
  /**
   * Columns that are masked in some records or in all, by apiName: they are shown in the place of
   * those of `columns`, and nothing else can be asked of them.
   */
  readonly masked?: ReadonlyMap<string, Column>;
  /** A view's, whose readers get the fields it shows and nothing through them. */
  readonly isNarrowed?: true;
  /** Rows of a sub-table have no owner of their own. */
  readonly ownership?: Ownership;
  /** Column whose text names a record; the id when the object has no text field. */
  readonly title: Column;
  /** Column whose text is shown as the name of a record: the title, maybe masked. */
  readonly label: Column;
}

/** Computed of other values whenever it is read. */
export const isComputedColumn = ({ stored, system, rows, join, related }: Column): boolean =>
  !stored && !system && rows === undefined && join === undefined && related === undefined;

/** What of a field is shown: the value, or a masked text in its place. */
export const shownColumn = (
  { masked, columns }: Pick<ObjectTable, 'masked' | 'columns'>,
  name: string,
): Column | undefined => masked?.get(name) ?? columns.get(name);

/** The columns as they are shown. */
export const shownColumns = ({
  masked,
  columns,
}: Pick<ObjectTable, 'masked' | 'columns'>): Column[] => [
  ...(masked ? new Map([...columns, ...masked]) : columns).values(),
];
