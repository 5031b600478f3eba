import {
  FIELDS,
  MAX_ADDRESS_TEXT,
  type DataOf,
  type FieldDescribe,
  type InputOf,
} from '../../../contract/index.ts';
import { formatValue, writeNumber } from '../../../values/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { recordOf, type ReadContext } from '../activity/read-context.ts';
import { referrersOf } from '../activity/related.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { addressValue } from '../records/address-value.ts';
import { formFields } from '../../../page/index.ts';
import { placedFields } from './fields.ts';
import { FORMS, type FormRow } from './row.ts';
import { readForm, type SaveContext } from './save.ts';

/** Most links offered for a record; no one looks through more. */
const MOST = 50;

/** A form's address, by its link; a member's form without one by its id. */
function pathOf({ id, token, published }: FormRow): string | undefined {
  if (token !== null) return `/form/${token}`;
  return published?.publish.mode === 'member' ? `/form/${id}` : undefined;
}
const withQuery = (path: string, query: Readonly<Record<string, string>>): string => {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
};
const fillPath = ({ describe: { appId, apiName } }: ObjectTable): string | undefined =>
  appId === null ? undefined : `/app/${appId}/${apiName}/form`;
const isOpenColumn = ({ field }: Column): boolean => field.defaultFrom?.source === 'address';

/** A value as a text that an address gives it by; undefined for one that it cannot give. */
function addressText(column: Column, value: unknown): string | undefined {
  const text = textOf(column.field, value);
  const fits = text.length > 0 && text.length <= MAX_ADDRESS_TEXT;
  return fits && addressValue(column, text, new Date()) !== undefined ? text : undefined;
}
function textOf(field: FieldDescribe, value: unknown): string {
  const { family } = FIELDS[field.type];
  if (typeof value === 'number') return writeNumber(field.type, value);
  // Options go by their codes, records by their ids.
  if (family === 'record' || family === 'option') return [value ?? []].flat().join(',');
  return formatValue(field, value);
}

/**
 * The link that opens a published form, or the form of an object, with the given fields filled in;
 * `fields` are those that are open to the address. Without a path there is no link to open.
 */
export async function addressLink(
  making: SaveContext,
  { form: id, object, values = [] }: InputOf<'bizmeta.form.addressLink'>,
): Promise<DataOf<'bizmeta.form.addressLink'>> {
  if ((id === undefined) === (object === undefined)) throw new AppError('NOT_FOUND');
  const row = id === undefined ? undefined : await readForm(making.tx, id);
  const { table } = await making.catalog.enterWhole(making.tx, row?.object ?? object ?? '');
  const open = row ? formColumns(row, table) : [...table.columns.values()].filter(isOpenColumn);
  const query: Record<string, string> = {};
  for (const column of open) {
    const { apiName } = column.field;
    const given = values.find(({ field }) => field === apiName)?.value;
    const text = given === undefined ? undefined : addressText(column, given);
    if (text !== undefined) query[apiName] = text;
  }
  const path = row ? pathOf(row) : fillPath(table);
  return {
    path: path === undefined ? null : withQuery(path, query),
    fields: open.map(({ field }) => field),
    values: open.map(({ field }) => ({ field: field.apiName })),
  };
}

/** Fields a published form opened to its address, under their names in the form. */
function formColumns({ published }: FormRow, table: ObjectTable): Column[] {
  if (!published) return [];
  return placedFields(published, table.describe).flatMap(({ item, field }) => {
    const column = item.fromAddress === true ? table.columns.get(field.apiName) : undefined;
    return column ? [{ ...column, field }] : [];
  });
}

/**
 * Where a code on a record's label can lead: the record itself, and the forms that take it from
 * their address, by the lookup that will name it.
 */
export async function recordLinks(
  reading: ReadContext,
  { object, recordId }: InputOf<'bizmeta.record.links'>,
): Promise<DataOf<'bizmeta.record.links'>> {
  const { tx, catalog } = reading;
  const { table } = await catalog.enterObject(tx, object);
  const record = await recordOf(tx, table, recordId);
  const id = String(record['id']);
  const { appId, apiName } = table.describe;
  const links: DataOf<'bizmeta.record.links'>['links'] = [];
  for (const form of await formsOpenTo(tx, table.describe.apiName, reading))
    links.push({ ...form, path: withQuery(form.path, { [form.field]: id }) });
  if (appId !== null)
    links.push({
      code: 'record',
      label: '打开这条记录',
      path: `/app/${appId}/${apiName}/record/${id}`,
    });
  return {
    links: links.slice(0, MOST).map(({ code, label, path: to }) => ({ code, label, path: to })),
    first: links[0]?.code ?? null,
  };
}

/** Forms with a lookup of the object that takes its value from the address. */
async function formsOpenTo(
  tx: TenantTx,
  object: string,
  reading: ReadContext,
): Promise<{ code: string; label: string; path: string; field: string }[]> {
  const referrers = (await referrersOf(reading, object)).filter(({ many }) => !many);
  const names = [...new Set(referrers.map((each) => each.object))];
  if (names.length === 0) return [];
  const rows = await tx.query<FormRow>(
    `SELECT q.* FROM (${FORMS}) q WHERE q.status = 'published' AND q.is_open
      AND q.object = ANY($1::text[]) ORDER BY q.id LIMIT 200`,
    [names],
  );
  const forms = rows.flatMap((row) => {
    const open = referrers.filter(
      (each) =>
        each.object === row.object &&
        formFields(row.published!).some(
          ({ field, fromAddress }) => field === each.field && fromAddress === true,
        ),
    );
    const path = pathOf(row);
    return path === undefined
      ? []
      : open.map(({ field, fieldLabel }) => ({
          code: `${row.id}.${field}`,
          label: open.length > 1 ? `${row.name}（${fieldLabel}）` : row.name,
          path,
          field,
        }));
  });
  for (const { object: name, field, label } of referrers) {
    const { table } = await reading.catalog.enterObject(tx, name);
    const column = table.columns.get(field);
    const path = column && isOpenColumn(column) ? fillPath(table) : undefined;
    if (path !== undefined)
      forms.push({ code: `${name}.${field}`, label: `填写${label}`, path, field });
  }
  return forms;
}
