import type { AddressValues, FormBody, Labels } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { ObjectCatalogEntry } from '../meta/catalog.ts';
import { addressValue, ownText } from '../records/address-value.ts';
import { isUuid } from '../fields/values.ts';
import { isLookup, placedFields, type Placed } from './fields.ts';
import { permitted } from './lookup.ts';

/** A form with the values of its address as defaults, and the names of the records among them. */
export interface PrefilledForm {
  readonly body: FormBody;
  readonly labels: Labels;
  /** What the address gave, by field. */
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * The form as its address fills it in. Only fields a builder opened to the address take from it;
 * what does not fit its field, or names a record the form would not offer, is as if left out.
 */
export async function prefilled(
  tx: TenantTx,
  view: ObjectCatalogEntry,
  body: FormBody,
  address: AddressValues = {},
): Promise<PrefilledForm> {
  const values: Record<string, unknown> = {};
  const labels: Record<string, Record<string, string>> = {};
  const now = new Date();
  for (const placed of placedFields(body, view.table.describe)) {
    const { item, field } = placed;
    const text = item.fromAddress === true ? ownText(address, field.apiName) : undefined;
    const column = view.table.columns.get(field.apiName);
    if (text === undefined || !column) continue;
    if (isLookup(field.type)) {
      const found = await namedRecord(tx, view, placed, text);
      if (!found) continue;
      values[field.apiName] = found.id;
      if (item.hidden !== true) {
        const kind = item.search === true ? field.apiName : (field.refObject ?? '');
        labels[kind] = { ...labels[kind], [found.id]: found.label };
      }
    } else {
      const value = addressValue({ field, kind: column.kind }, text, now);
      if (value !== undefined) values[field.apiName] = value;
    }
  }
  return { body: withDefaults(body, values), labels, values };
}

async function namedRecord(
  tx: TenantTx,
  view: ObjectCatalogEntry,
  placed: Placed,
  text: string,
): Promise<{ id: string; label: string } | undefined> {
  return isUuid(text)
    ? (await permitted(tx, view, placed, { ids: [text.toLowerCase()] }))[0]
    : undefined;
}

function withDefaults(body: FormBody, values: Readonly<Record<string, unknown>>): FormBody {
  const pages = body.layout.pages.map((page) => ({
    ...page,
    sections: page.sections.map((section) => ({
      ...section,
      items: section.items.map((item) =>
        item.kind === 'field' && Object.hasOwn(values, item.field)
          ? { ...item, default: values[item.field] }
          : item,
      ),
    })),
  }));
  return { ...body, layout: { ...body.layout, pages } };
}
