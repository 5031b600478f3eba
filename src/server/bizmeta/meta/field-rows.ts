import type { TenantTx } from '../../kernel/index.ts';
import type { PhysicalField } from './ddl.ts';
import type { SchemaDraft } from './draft.ts';

const INSERT_FIELDS = `INSERT INTO bizmeta.field (tenant_id, id, object_id, no, api_name, label,
  type, required, is_unique, ref_object, settings, ord)
  SELECT $1, x.id, $2, x.no, x.api_name, x.label, x.type, x.required, x.is_unique, (SELECT o.id
    FROM bizmeta.object o WHERE o.tenant_id = $1 AND o.no = x.ref_no), x.settings, x.ord
  FROM json_to_recordset($3::json) x(id uuid, no bigint, api_name text, label text, type text,
    required boolean, is_unique boolean, ref_no integer, settings json, ord integer)
  ON CONFLICT (tenant_id, id) DO UPDATE
    SET api_name = excluded.api_name, label = excluded.label, type = excluded.type,
    required = excluded.required,
    is_unique = excluded.is_unique, ref_object = excluded.ref_object, settings = excluded.settings,
      ord = excluded.ord`;

/** Writes the fields' rows and returns them with their numbers, in the draft's order. */
export async function writeFields(
  { tx, numbers }: { tx: TenantTx; numbers: ReadonlyMap<string, number> },
  objectId: string,
  draft: SchemaDraft,
): Promise<PhysicalField[]> {
  const fresh = draft.fields.filter((each) => !each.previous).length;
  const made =
    fresh === 0
      ? []
      : await tx.query<{ no: number }>(
          `SELECT nextval('bizmeta.field_no') AS no FROM generate_series(1, $1)`,
          [fresh],
        );
  const fields = draft.fields.map(({ field, previous }): PhysicalField => ({
    field,
    no: previous?.no ?? made.shift()!.no,
    refNo: field.refObject ? numbers.get(field.refObject) : undefined,
  }));
  // Names are parked first, so that two fields may swap theirs.
  const kept = draft.fields.flatMap(({ previous }) => previous?.id ?? []);
  await tx.run(
    `UPDATE bizmeta.field SET api_name = '~' || id WHERE tenant_id = $1 AND id = ANY($2::uuid[])`,
    [tx.tenant.id, kept],
  );
  await tx.run(
    `UPDATE bizmeta.field SET removed_at = now() WHERE tenant_id = $1 AND id = ANY($2::uuid[])`,
    [tx.tenant.id, draft.removed.map((row) => row.id)],
  );
  await tx.run(INSERT_FIELDS, [tx.tenant.id, objectId, JSON.stringify(fields.map(rowOf))]);
  return fields;
}

function rowOf({ field, no, refNo }: PhysicalField): object {
  const {
    id,
    apiName,
    label,
    type,
    required,
    unique,
    order,
    refObject: _,
    fields: _rows,
    changing: _changing,
    ...settings
  } = field;
  return {
    id,
    no,
    api_name: apiName,
    label: label.trim(),
    type,
    required,
    is_unique: unique,
    ref_no: refNo,
    settings,
    ord: order,
  };
}
