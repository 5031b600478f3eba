import type { FormBody, Labels, RecordValues } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { showsTitles } from '../access/message-titles.ts';
import type { ObjectCatalogEntry } from '../meta/catalog.ts';
import { labelsOf } from '../query/labels.ts';
import { detailSql } from '../query/sql.ts';
import type { ServicePorts } from '../records/service-ports.ts';
import { labelSqlOf } from '../records/read.ts';
import { isLookup, placedFields, type Placed } from './fields.ts';

/** A record as a form shows it, and all of it for the server's own use. */
export interface ShownRecord {
  readonly record: RecordValues;
  readonly values: RecordValues;
  readonly labels: Labels;
}

/**
 * Reads a record through a form: values and names of the visible fields, nothing of the others.
 * Undefined when the record was deleted.
 */
export async function shownRecord(
  tx: TenantTx,
  view: ObjectCatalogEntry,
  services: ServicePorts,
  body: Pick<FormBody, 'layout'>,
  recordId: string,
): Promise<ShownRecord | undefined> {
  const placed = placedFields(body, view.table.describe).filter(({ item }) => item.hidden !== true);
  const columns = placed.flatMap(({ field }) => view.table.columns.get(field.apiName) ?? []);
  const { text, values } = detailSql(
    view.table,
    recordId,
    labelsOf(columns, true),
    labelSqlOf(services, view),
  );
  const [found] = await tx.query<{ data: string | null }>(text, values);
  if (!found?.data) return undefined;
  const { record, labels: known } = JSON.parse(found.data) as {
    record: RecordValues;
    labels: Labels;
  };
  const unnamed = await unnamedObjects(tx, view, placed);
  const labels = Object.fromEntries(Object.entries(known).filter(([kind]) => !unnamed.has(kind)));
  return {
    record,
    values: Object.fromEntries(
      placed.map(({ field: { apiName } }) => [apiName, record[apiName] ?? null]),
    ),
    labels: { ...labels, ...ownLabels(placed, record, labels) },
  };
}

/** Objects that the form's lookups name, of which a group hides or masks the titles. */
async function unnamedObjects(
  tx: TenantTx,
  view: ObjectCatalogEntry,
  placed: readonly Placed[],
): Promise<ReadonlySet<string>> {
  const unnamed = new Set<string>();
  for (const { field } of placed) {
    const target = isLookup(field.type) ? view.target(field.refObject ?? '') : undefined;
    if (target && !(await showsTitles(tx, target))) unnamed.add(target.describe.apiName);
  }
  return unnamed;
}

/**
 * Visitors know a lookup that is searched through the form by the field's name; see shownDescribe.
 */
function ownLabels(placed: readonly Placed[], record: RecordValues, labels: Labels): Labels {
  return Object.fromEntries(
    placed.flatMap(({ item, field }) => {
      const known =
        isLookup(field.type) && item.search === true ? labels[field.refObject ?? ''] : undefined;
      if (!known) return [];
      return [
        [
          field.apiName,
          Object.fromEntries(
            [record[field.apiName] ?? []].flat().flatMap((id) => {
              const name = known[String(id)];
              return name === undefined ? [] : [[String(id), name]];
            }),
          ),
        ],
      ];
    }),
  );
}
