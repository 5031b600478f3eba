import { isPercent, type FieldDescribe, type FormBody } from '../../../contract/index.ts';
import type { IsPercent } from '../../../expression/index.ts';
import { recordNames } from '../../../page/index.ts';
import type { Tx } from '../../kernel/index.ts';
import { ratioExpression } from './ratio-expression.ts';

interface FieldRow {
  id: string;
  object_id: string;
  parent_field: string | null;
  api_name: string;
  object_name: string;
  type: FieldDescribe['type'];
  settings: Partial<FieldDescribe>;
}
const FIELDS = `SELECT f.id, f.object_id, o.parent_field, f.api_name, o.api_name AS object_name,
    f.type, f.settings
  FROM bizmeta.field f JOIN bizmeta.object o ON o.tenant_id = f.tenant_id AND o.id = f.object_id
  WHERE f.tenant_id = $1 AND f.removed_at IS NULL AND o.deleted_at IS NULL`;

interface FormRow {
  id: string;
  object_id: string;
  body: FormBody;
  published: FormBody | null;
}
const FORMS = `SELECT id, object_id, body, published FROM bizmeta.smart_form WHERE tenant_id = $1`;

/** The fields of a company, as its expressions name them. */
class Names {
  readonly #byObject = new Map<string, FieldRow[]>();
  readonly #byName = new Map<string, string>();
  readonly #owner = new Map<string, string>();

  constructor(rows: readonly FieldRow[]) {
    for (const row of rows) {
      this.#byObject.set(row.object_id, [...(this.#byObject.get(row.object_id) ?? []), row]);
      this.#owner.set(row.id, row.object_id);
      if (row.parent_field === null) this.#byName.set(row.object_name, row.object_id);
    }
  }
  #rowsOf = (fieldId: string): FieldRow[] =>
    [...this.#byObject.values()].find(([first]) => first?.parent_field === fieldId) ?? [];
  #describe = (row: FieldRow): FieldDescribe => ({
    ...row.settings,
    id: row.id,
    apiName: row.api_name,
    label: row.api_name,
    type: row.type,
    order: 0,
    ...(row.type === 'subTable' && { fields: this.#rowsOf(row.id).map(this.#describe) }),
  });
  fields(objectId: string): FieldDescribe[] {
    return (this.#byObject.get(objectId) ?? []).map(this.#describe);
  }
  /** What a field's expressions read; a column's read the record around its row as well. */
  around({ object_id: objectId, parent_field: parent }: FieldRow): FieldDescribe[] {
    const outer = parent === null ? undefined : this.#owner.get(parent);
    return [...(outer === undefined ? [] : this.fields(outer)), ...this.fields(objectId)];
  }
  /** The rows a rollup goes over. */
  rollupRows(row: FieldRow, via: string): FieldDescribe[] {
    const [name = '', reference] = via.split('.');
    if (reference !== undefined) return this.fields(this.#byName.get(name) ?? '');
    const table = this.fields(row.object_id).find(({ apiName }) => apiName === name);
    return (table?.fields ?? []) as FieldDescribe[];
  }
}

/** A rollup has no text of its own: what it is displayed as settles what it gives. */
function rollupAsBefore(row: FieldRow, names: Names): Partial<FieldDescribe> {
  const { settings, type } = row;
  const { rollup } = settings;
  if (!rollup) return {};
  const over = names.rollupRows(row, rollup.via);
  const counted = over.find(({ apiName }) => apiName === rollup.field);
  const ofPercents = rollup.fn !== 'count' && counted !== undefined && isPercent(counted);
  const shown = isPercent({ ...settings, type });
  const around = [...names.fields(row.object_id), ...over];
  return {
    rollup: {
      ...rollup,
      ...(rollup.where && {
        where: ratioExpression(rollup.where, recordNames(around).isPercent),
      }),
    },
    ...(ofPercents !== shown && { showAs: ofPercents ? 'percent' : 'number' }),
  };
}

function settingsAsBefore(row: FieldRow, names: Names): Partial<FieldDescribe> {
  const { settings, type } = row;
  const { isPercent: reads } = recordNames(names.around(row));
  const { formula, requiredWhen, rules } = settings;
  return {
    ...settings,
    ...(formula && { formula: ratioExpression(formula, reads, isPercent({ ...settings, type })) }),
    ...(requiredWhen && { requiredWhen: ratioExpression(requiredWhen, reads) }),
    ...(rules && {
      rules: rules.map((rule) => ({ ...rule, when: ratioExpression(rule.when, reads) })),
    }),
    ...rollupAsBefore(row, names),
  };
}
const formAsBefore = (body: FormBody, reads: IsPercent): FormBody => ({
  ...body,
  rules: body.rules.map((rule) => ({ ...rule, when: ratioExpression(rule.when, reads) })),
  validations: body.validations.map((each) => ({
    ...each,
    expr: ratioExpression(each.expr, reads),
  })),
});

async function rewriteCompany(tx: Tx, tenantId: string): Promise<void> {
  const rows = await tx.query<FieldRow>(FIELDS, [tenantId]);
  const names = new Names(rows);
  await rewriteFields(tx, tenantId, rows, names);
  await rewriteForms(tx, tenantId, names);
  // Describes that are remembered are those of before.
  await tx.query('UPDATE bizmeta.catalog SET version = version + 1 WHERE tenant_id = $1', [
    tenantId,
  ]);
}

async function rewriteFields(
  tx: Tx,
  tenantId: string,
  rows: readonly FieldRow[],
  names: Names,
): Promise<void> {
  for (const row of rows) {
    const next = JSON.stringify(settingsAsBefore(row, names));
    if (next !== JSON.stringify(row.settings))
      await tx.query(
        'UPDATE bizmeta.field SET settings = $3 WHERE tenant_id = $1 AND id = $2::uuid',
        [tenantId, row.id, next],
      );
  }
}

async function rewriteForms(tx: Tx, tenantId: string, names: Names): Promise<void> {
  for (const form of await tx.query<FormRow>(FORMS, [tenantId])) {
    const { isPercent: reads } = recordNames(names.fields(form.object_id));
    const { body, published } = form;
    await tx.query(
      'UPDATE bizmeta.smart_form SET body = $3, published = $4 WHERE tenant_id = $1 AND id = $2::uuid',
      [
        tenantId,
        form.id,
        JSON.stringify(formAsBefore(body, reads)),
        published && JSON.stringify(formAsBefore(published, reads)),
      ],
    );
  }
}

/**
 * Expressions stored while percentages were read as the number before the sign give the same results
 * now that they are read as ratios. Part of the upgrade that changed it; it runs once.
 */
export async function rewritePercents(tx: Tx): Promise<void> {
  for (const { id } of await tx.query<{ id: string }>('SELECT id FROM upm.tenant')) {
    await tx.query(`SELECT set_config('huozi.tenant', $1, true)`, [id]);
    await rewriteCompany(tx, id);
  }
}
