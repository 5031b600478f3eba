import type { DataOf, InputOf } from '../../../contract/index.ts';
import {
  AppError,
  problemsError,
  type Context,
  type Database,
  type TenantTx,
} from '../../kernel/index.ts';
import { builtIn, builtInId, itemsOf, readerIn, type Dict, type DictItem } from './read.ts';
import { DictUses } from './uses.ts';
import { lockDict, placeProblems } from './write.ts';

/**
 * Which dictionary an id belongs to, and the item when it is one's. Ids of the platform's name it
 * themselves.
 */
export async function whose(
  tx: TenantTx,
  id: string,
): Promise<{ code: string; isItem: boolean } | null> {
  const [row] = await tx.query<{ code: string; is_item: boolean }>(
    `
    select code, false as is_item from system.dict where tenant_id = $1 and id = $2
    union all select d.code, true from system.dict_item i
      join system.dict d on d.tenant_id = i.tenant_id and d.id = i.dict_id where i.tenant_id = $1
      and i.id = $2`,
    [tx.tenant.id, id],
  );
  if (row) return { code: row.code, isItem: row.is_item };
  const [, code = '', item] = id.split('.');
  const known = builtIn(code);
  if (
    !known ||
    (item === undefined
      ? id !== builtInId(code)
      : id !== builtInId(code, item) || !Object.hasOwn(known.items, item))
  )
    return null;
  return { code, isItem: item !== undefined };
}

interface Found {
  dict: Dict;
  items: DictItem[];
  item: DictItem;
}
async function lockItem(tx: TenantTx, id: string): Promise<Found> {
  const place = await whose(tx, id);
  if (!place?.isItem) throw new AppError('DICT_ITEM_UNKNOWN');
  const dict = await lockDict(tx, place.code);
  const items = await itemsOf(readerIn(tx), tx.tenant.id, dict.code);
  const item = items.find((each) => each.id === id);
  if (!item) throw new AppError('DICT_ITEM_UNKNOWN');
  return { dict, items, item };
}

/** The ids with one more, before this one or at the end. */
function withBefore(
  ids: readonly string[],
  id: string,
  before: string | null | undefined,
): string[] {
  const at = ids.findIndex((each) => each === before);
  return ids.toSpliced(at < 0 ? ids.length : at, 0, id);
}

/**
 * Puts an item below another one and before one of its new neighbours; without `beforeId` it comes
 * last.
 */
export function moveItem(
  db: Database,
  ctx: Context,
  { id, parentId, beforeId }: InputOf<'system.dict.move'>,
): Promise<null> {
  return db.withTenant(ctx, async (tx) => {
    const { dict, items, item } = await lockItem(tx, id);
    const parent = parentId ?? null;
    const problems = placeProblems(dict, items, parent, item);
    if (problems.length > 0) throw problemsError(problems);
    const others = items.filter((each) => each.parentId === parent && each.id !== id);
    const order = withBefore(
      others.map((each) => each.id),
      id,
      beforeId,
    );
    await tx.run(
      `update system.dict_item set parent_id = $3, version = version + 1 where tenant_id = $1
        and id = $2`,
      [tx.tenant.id, id, parent],
    );
    await tx.run(
      `update system.dict_item i set sort = o.place
        from unnest($2::text[]) with ordinality as o(id, place) where i.tenant_id = $1
        and i.id = o.id`,
      [tx.tenant.id, order],
    );
    return null;
  });
}

const belowOf = (items: readonly DictItem[], item: DictItem): DictItem[] => [
  item,
  ...items.filter(({ parentId }) => parentId === item.id).flatMap((child) => belowOf(items, child)),
];

const usedAmong = (
  tx: TenantTx,
  dict: string,
  items: readonly DictItem[],
): Promise<ReadonlySet<string>> =>
  tx.state.of(DictUses).usedCodes(
    tx,
    dict,
    items.map(({ code }) => code),
  );

type Removed = DataOf<'system.dict.remove'>;
async function removeItem(tx: TenantTx, id: string): Promise<Removed> {
  const { dict, items, item } = await lockItem(tx, id);
  const gone = belowOf(items, item);
  const fixed = gone.find(({ system }) => system);
  if (fixed) throw new AppError('DICT_FIXED', { name: fixed.label, deed: '删除，可以停用' });
  const used = await usedAmong(tx, dict.code, gone);
  const ids = gone.map((each) => each.id);
  if (used.size > 0)
    return {
      removed: 0,
      disabled: await tx.run(
        `update system.dict_item set enabled = false, version = version + 1 where tenant_id = $1
          and id = any($2) and enabled`,
        [tx.tenant.id, ids],
      ),
    };
  return {
    removed: await tx.run('delete from system.dict_item where tenant_id = $1 and id = any($2)', [
      tx.tenant.id,
      ids,
    ]),
    disabled: 0,
  };
}

async function removeWhole(tx: TenantTx, code: string): Promise<Removed> {
  const known = builtIn(code);
  if (known) throw new AppError('DICT_FIXED', { name: known.name, deed: '删除' });
  const dict = await lockDict(tx, code);
  const items = await itemsOf(readerIn(tx), tx.tenant.id, code);
  const used = await usedAmong(tx, code, items);
  const inUse = items.filter((item) => used.has(item.code)).map(({ label }) => label);
  if (inUse.length > 0)
    throw new AppError('RULE_BROKEN', {
      message: `“${dict.name}”里的 ${inUse.slice(0, 3).join('、')} 正在使用，不能删除；可以停用字典项`,
    });
  await tx.run('delete from system.dict where tenant_id = $1 and id = $2', [tx.tenant.id, dict.id]);
  return { removed: items.length + 1, disabled: 0 };
}

/**
 * Removes a dictionary with its items, or an item with its sub-items; codes in use are switched off
 * instead.
 */
export function removeDict(
  db: Database,
  ctx: Context,
  { id }: InputOf<'system.dict.remove'>,
): Promise<Removed> {
  return db.withTenant(ctx, async (tx) => {
    const place = await whose(tx, id);
    if (!place) throw new AppError('DICT_UNKNOWN');
    return place.isItem ? removeItem(tx, id) : removeWhole(tx, place.code);
  });
}
