import { v7 as uuidv7 } from 'uuid';
import { MAX_LABEL, problem, type DataOf, type InputOf } from '../../../contract/index.ts';
import { AppError, problemsError, type TenantTx } from '../../kernel/index.ts';
import { createApp, storeNavigation } from '../apps/apps.ts';
import { objectKey, type NavStored } from '../apps/navigation.ts';
import { lockApp } from '../apps/rows.ts';
import type { Catalog } from '../meta/catalog.ts';
import { copyObjects, type CopiedObject, type ObjectCopy } from './objects.ts';
import { copyRecords, type TablePair } from './records.ts';
import { copyViews, renamedIds } from './views.ts';

/** Objects of one application that are copied at once: some seconds of work. */
const MAX_COPIED_OBJECTS = 50;

export interface CopyContext {
  readonly tx: TenantTx;
  readonly catalog: Catalog;
  readonly userId: string;
}
interface Named {
  readonly apiName: string;
  readonly label: string;
}

/** Those in the bin among them: their names are reserved for when they are restored. */
export const objectNames = (tx: TenantTx): Promise<Named[]> =>
  tx.query(
    `SELECT api_name AS "apiName", label FROM bizmeta.object WHERE tenant_id = $1
      AND parent_field IS NULL`,
    [tx.tenant.id],
  );

/** “设备 副本”, or “设备 副本 2” when that is taken; a long name is cut. */
function copyLabel(label: string, taken: ReadonlySet<string>, max = MAX_LABEL): string {
  for (let n = 1; ; n++) {
    const end = n === 1 ? ' 副本' : ` 副本 ${n}`;
    const name = [...label.replace(/ 副本( \d+)?$/, '')].slice(0, max - end.length).join('') + end;
    if (!taken.has(name)) return name;
  }
}

/** The pairs of tables of originals and copies, as they are now. */
async function pairsOf(
  { tx, catalog }: CopyContext,
  copies: readonly CopiedObject[],
): Promise<TablePair[]> {
  const pairs: TablePair[] = [];
  for (const { from, apiName } of copies)
    pairs.push({
      from: (await catalog.enterWhole(tx, from.apiName)).table,
      to: (await catalog.enterWhole(tx, apiName)).table,
    });
  return pairs;
}

/** Who had no access to the records has none to their copies: groups are not copied. */
const closeCopies = (tx: TenantTx, copies: readonly CopiedObject[]): Promise<number> =>
  tx.run(
    `UPDATE bizmeta.object c SET default_access = 'none'
      FROM unnest($2::uuid[], $3::uuid[]) AS pair(original, copy)
      JOIN bizmeta.object o ON o.tenant_id = $1 AND o.id = pair.original
      WHERE c.tenant_id = $1 AND c.id = pair.copy AND c.default_access <> 'none'
        AND o.default_access = 'none'`,
    [tx.tenant.id, copies.map(({ from }) => from.id), copies.map(({ id }) => id)],
  );

const closeCopy = (tx: TenantTx, original: string, copy: string): Promise<number> =>
  tx.run(
    `UPDATE bizmeta.app c SET default_access = 'none' FROM bizmeta.app o WHERE c.tenant_id = $1
      AND c.id = $3::uuid AND o.tenant_id = $1 AND o.id = $2::uuid AND o.default_access = 'none'`,
    [tx.tenant.id, original, copy],
  );

/** Creates the copies with their views and, if asked, their records. */
async function copyAll(
  context: CopyContext,
  copies: readonly ObjectCopy[],
  names: readonly Named[],
  withRecords: boolean,
): Promise<{ copied: CopiedObject[]; records: number }> {
  const { tx, userId } = context;
  const taken = new Set(names.map(({ apiName }) => apiName));
  const copied = await copyObjects(tx, userId, copies, taken);
  await closeCopies(tx, copied);
  const pairs = await pairsOf(context, copied);
  const renamed = renamedIds(pairs);
  for (const pair of pairs) await copyViews(tx, userId, pair, renamed);
  const records = withRecords ? await copyRecords(tx, uuidv7(), userId, pairs) : 0;
  return { copied, records };
}

/** A copy of one object, in the same application. */
export async function copyObject(
  context: CopyContext,
  { apiName, label, withRecords = false }: InputOf<'bizmeta.describe.copy'>,
): Promise<DataOf<'bizmeta.describe.copy'>> {
  const { table } = await context.catalog.enterWhole(context.tx, apiName);
  const names = await objectNames(context.tx);
  const name =
    label?.trim() || copyLabel(table.describe.label, new Set(names.map((each) => each.label)));
  const { copied, records } = await copyAll(
    context,
    [{ from: table.describe, label: name, appId: table.describe.appId }],
    names,
    withRecords,
  );
  const [{ id, apiName: made, left }] = copied as [CopiedObject];
  return { id, apiName: made, label: name, records, left: [...left] };
}

/** The menu with objects replaced by their copies. */
const navFor = (nav: readonly NavStored[], copied: readonly CopiedObject[]): NavStored[] => {
  const text = copied.reduce(
    (json, { from, id }) => json.replaceAll(objectKey(from.id), objectKey(id)),
    JSON.stringify(nav),
  );
  return JSON.parse(text) as NavStored[];
};

interface AppHead {
  readonly description: string;
  readonly style: string;
}

/** A copy of an application with its objects, views and menu: a draft. */
export async function copyApp(
  context: CopyContext,
  { id, name, withRecords = false }: InputOf<'bizmeta.app.copy'>,
): Promise<DataOf<'bizmeta.app.copy'>> {
  const { tx, userId, catalog } = context;
  const app = await lockApp(tx, id);
  const [head] = await tx.query<AppHead>(
    'SELECT description, style FROM bizmeta.app WHERE tenant_id = $1 AND id = $2::uuid',
    [tx.tenant.id, id],
  );
  if (!head) throw new AppError('APP_UNKNOWN');
  const apps = await tx.query<{ name: string }>(
    'SELECT name FROM bizmeta.app WHERE tenant_id = $1 AND deleted_at IS NULL',
    [tx.tenant.id],
  );
  const copyName = name?.trim() || copyLabel(app.name, new Set(apps.map((each) => each.name)));
  const made = await createApp(tx, userId, { name: copyName, ...head });
  await closeCopy(tx, id, made.id);
  const originals = await tx.query<{ api_name: string }>(
    `SELECT api_name FROM bizmeta.object WHERE tenant_id = $1 AND app_id = $2::uuid
      AND deleted_at IS NULL AND parent_field IS NULL ORDER BY no`,
    [tx.tenant.id, id],
  );
  if (originals.length > MAX_COPIED_OBJECTS)
    throw problemsError([
      problem('', 'TOO_MANY', { max: MAX_COPIED_OBJECTS, count: originals.length }),
    ]);
  const copies: ObjectCopy[] = [];
  for (const { api_name } of originals) {
    const { table } = await catalog.enterWhole(tx, api_name);
    copies.push({ from: table.describe, label: table.describe.label, appId: made.id });
  }
  const { copied, records } = await copyAll(context, copies, await objectNames(tx), withRecords);
  await storeNavigation(tx, made.id, navFor(app.nav, copied));
  return { id: made.id, name: copyName, records, left: copied.flatMap((each) => each.left) };
}
