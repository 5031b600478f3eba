import type { OnTargetDeleted } from '../../../contract/index.ts';
import { schemaOf, type TenantTx } from '../../kernel/index.ts';
import { isOpenSql, usesClosed } from '../meta/open-object.ts';
import { joinName } from '../meta/ddl.ts';

/** A field that points to the records of an object: a lookup of records, or of sub-tables' rows. */
export interface Referrer {
  readonly field_id: string;
  readonly field_no: number;
  readonly field_name: string;
  readonly field_label: string;
  /** It holds several records. */
  readonly many: boolean;
  readonly mode: OnTargetDeleted;
  /** The table it is a column of, and the object of the records, which is another one for rows. */
  readonly table_id: string;
  readonly table_no: number;
  readonly object_id: string;
  readonly object_no: number;
  readonly api_name: string;
  readonly label: string;
  /** Column of the records' titles; null when they have none. */
  readonly title_no: number | null;
  /** The sub-table's field, for rows. */
  readonly rows_field: string | null;
  /** The person may use the object. */
  readonly is_open: boolean;
}

const REFERRERS = `SELECT f.id AS field_id, f.no AS field_no, f.api_name AS field_name,
    f.label AS field_label, f.type = 'lookups' AS many,
    coalesce(f.settings ->> 'onTargetDeleted', 'restrict') AS mode,
    o.id AS table_id, o.no AS table_no, r.id AS object_id, r.no AS object_no, r.api_name, r.label,
    (SELECT t.no FROM bizmeta.field t WHERE t.tenant_id = r.tenant_id AND t.id = r.title_field
      AND t.removed_at IS NULL) AS title_no,
    x.api_name AS rows_field, $3 OR ${isOpenSql('r')} AS is_open
  FROM bizmeta.field f JOIN bizmeta.object o ON o.tenant_id = f.tenant_id AND o.id = f.object_id
    LEFT JOIN bizmeta.field x ON x.tenant_id = o.tenant_id AND x.id = o.parent_field
    JOIN bizmeta.object r ON r.tenant_id = o.tenant_id AND r.id = coalesce(x.object_id, o.id)
  WHERE f.tenant_id = $1 AND f.ref_object = $2::uuid AND f.type IN ('lookup', 'lookups')
    AND f.removed_at IS NULL AND x.removed_at IS NULL AND o.deleted_at IS NULL
    AND r.deleted_at IS NULL ORDER BY r.no, o.no, f.ord`;

/** Records of one object that are to be deleted. */
export interface Doomed {
  readonly id: string;
  readonly no: number;
  readonly apiName: string;
  readonly label: string;
  /** SQL name of the column of their titles. */
  readonly title: string;
  readonly ids: Set<string>;
}

/** Fields in use that point to an object, by its id. */
export const referrersTo = (tx: TenantTx, objectId: string): Promise<Referrer[]> =>
  tx.query<Referrer>(REFERRERS, [tx.tenant.id, objectId, usesClosed(tx)]);

/** SQL of the living records, as `r`, or rows, as `w`, that point to others by a field. */
export interface PointingSql {
  readonly from: string;
  /** The id of what is pointed to. */
  readonly to: string;
  /** Alias of the table the field is a column of. */
  readonly own: 'r' | 'w';
}

export function pointingSql(tx: TenantTx, referrer: Referrer): PointingSql {
  const schema = schemaOf(tx.tenant);
  const { table_no, object_no, field_no, many, rows_field } = referrer;
  const records = `"${schema}"."o_${object_no}" r`;
  if (rows_field !== null)
    return {
      from: `"${schema}"."o_${table_no}" w JOIN ${records} ON r.id = w.parent_id
        AND r.deleted_at IS NULL`,
      to: `w.f_${field_no}`,
      own: 'w',
    };
  if (many)
    return {
      from: `${joinName({ schema, no: object_no }, field_no)} j JOIN ${records}
        ON r.id = j.from_id AND r.deleted_at IS NULL`,
      to: 'j.to_id',
      own: 'r',
    };
  return { from: records, to: `r.f_${field_no}`, own: 'r' };
}
