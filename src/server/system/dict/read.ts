import {
  DICTS,
  TIME_ZONE,
  type BuiltInDict,
  type DataOf,
  type SelectOption,
} from '../../../contract/index.ts';
import { AppError, type Context, type Database, type TenantTx } from '../../kernel/index.ts';

export type Dict = DataOf<'system.dict.catalog'>[number];
export type DictItem = DataOf<'system.dict.list'>[number];

interface DictRow {
  id: string;
  code: string;
  name: string;
  note: string;
  tree: boolean;
  system: boolean;
  sort: number;
  version: number;
  count: number;
}
interface ItemRow {
  id: string;
  dict: string;
  code: string;
  label: string;
  parent_id: string | null;
  color: string;
  sort: number;
  enabled: boolean;
  effective_from: string | null;
  effective_to: string | null;
  note: string;
  system: boolean;
  in_force: boolean;
  version: number;
}
/** Reads under the tenant's role: in a transaction, or in one round trip. */
export type ReadRows = <R extends object>(text: string, values: readonly unknown[]) => Promise<R[]>;
export const readerOf =
  (db: Database, ctx: Context): ReadRows =>
  (text, values) =>
    db.readTenant(ctx, text, values);
export const readerIn =
  (tx: TenantTx): ReadRows =>
  (text, values) =>
    tx.query(text, values);

/** Today where the platform is. */
const TODAY = `(now() at time zone '${TIME_ZONE}')::date`;
const DICT = `select d.id, d.code, d.name, d.note, d.tree, d.system, d.sort, d.version,
  (select count(*) from system.dict_item i where i.tenant_id = d.tenant_id
  and i.dict_id = d.id) as count from system.dict d where d.tenant_id = $1`;
const ITEM = `select i.id, d.code as dict, i.code, i.label, i.parent_id, i.color, i.sort, i.enabled,
    i.effective_from, i.effective_to, i.note, i.system, i.version,
    i.enabled and coalesce(i.effective_from <= ${TODAY}, true)
      and coalesce(i.effective_to >= ${TODAY}, true) as in_force
  from system.dict_item i join system.dict d on d.tenant_id = i.tenant_id and d.id = i.dict_id
    where i.tenant_id = $1`;

/** Ids of what comes with the platform: the same before and after a company has changed it. */
export const builtInId = (code: string, item?: string): string =>
  item === undefined ? `sys.${code}` : `sys.${code}.${item}`;
export const builtIn = (code: string): BuiltInDict | undefined =>
  Object.hasOwn(DICTS, code) ? (DICTS as Readonly<Record<string, BuiltInDict>>)[code] : undefined;
const BUILT_IN_CODES = Object.keys(DICTS);

/** A dictionary of the platform as it comes. */
const builtInDict = (code: string): Dict => {
  const { name, note, items } = builtIn(code)!;
  return {
    id: builtInId(code),
    code,
    name,
    note,
    tree: false,
    system: true,
    sort: BUILT_IN_CODES.indexOf(code),
    count: Object.keys(items).length,
    version: 1,
  };
};
const builtInItems = (code: string): DictItem[] =>
  Object.entries(builtIn(code)!.items).map(([item, label], sort) => ({
    id: builtInId(code, item),
    dict: code,
    code: item,
    label,
    parentId: null,
    color: '',
    sort,
    enabled: true,
    effectiveFrom: null,
    effectiveTo: null,
    note: '',
    system: true,
    inForce: true,
    version: 1,
  }));
const itemOf = ({
  parent_id,
  effective_from,
  effective_to,
  in_force,
  ...row
}: ItemRow): DictItem => ({
  ...row,
  parentId: parent_id,
  effectiveFrom: effective_from,
  effectiveTo: effective_to,
  inForce: in_force,
});

/** The company's own dictionaries in their order, then those of the platform. */
export async function dictsOf(read: ReadRows, tenantId: string): Promise<Dict[]> {
  const rows = await read<DictRow>(`${DICT} order by d.system, d.sort, d.name, d.id`, [tenantId]);
  const kept = new Set(rows.map(({ code }) => code));
  const untouched = BUILT_IN_CODES.filter((code) => !kept.has(code)).map(builtInDict);
  return [
    ...rows.filter(({ system }) => !system),
    ...[...rows.filter(({ system }) => system), ...untouched].toSorted((a, b) => a.sort - b.sort),
  ];
}

export async function dictOf(read: ReadRows, tenantId: string, code: string): Promise<Dict> {
  const [row] = await read<DictRow>(`${DICT} and d.code = $2`, [tenantId, code]);
  if (row) return row;
  if (builtIn(code)) return builtInDict(code);
  throw new AppError('DICT_UNKNOWN');
}

/** All items of a dictionary, parents and children alike, in the order of neighbours. */
export async function itemsOf(read: ReadRows, tenantId: string, code: string): Promise<DictItem[]> {
  const rows = await read<ItemRow>(`${ITEM} and d.code = $2 order by i.sort, i.label, i.id`, [
    tenantId,
    code,
  ]);
  if (rows.length > 0) return rows.map(itemOf);
  const dict = await dictOf(read, tenantId, code);
  return dict.count > 0 ? builtInItems(code) : [];
}

/**
 * What a list of choices offers now: items in force, below each other; a child of one that is not
 * in force is not either.
 */
export function optionsOf(
  items: readonly DictItem[],
  parentId: string | null = null,
): SelectOption[] {
  return items
    .filter((item) => item.parentId === parentId && item.inForce)
    .map(({ id, code, label, color }) => {
      const children = optionsOf(items, id);
      return { code, label, ...(color && { color }), ...(children.length > 0 && { children }) };
    });
}

/**
 * The codes a dictionary offers now, in a running transaction; DICT_UNKNOWN for one that is not
 * there.
 */
export const optionsOfDict = async (tx: TenantTx, code: string): Promise<SelectOption[]> =>
  optionsOf(await itemsOf(readerIn(tx), tx.tenant.id, code));
