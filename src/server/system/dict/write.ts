import { v7 as uuid } from 'uuid';
import {
  MAX_DICT_ITEMS,
  MAX_DICT_LEVELS,
  MAX_DICTS,
  MAX_LABEL,
  problem,
  type DataOf,
  type InputOf,
  type Problem,
} from '../../../contract/index.ts';
import {
  AppError,
  problemsError,
  uniqueViolation,
  type Context,
  type Database,
  type TenantTx,
} from '../../kernel/index.ts';
import { itemCodeProblems, labelProblems, nameProblems } from '../names.ts';
import { builtIn, builtInId, dictOf, itemsOf, readerIn, type Dict, type DictItem } from './read.ts';

type Given = InputOf<'system.dict.submit'>;
type Written = DataOf<'system.dict.submit'>;

/** A dictionary of the platform becomes the company's own copy with the first change; ids stay. */
async function keep(tx: TenantTx, code: string): Promise<void> {
  const built = builtIn(code);
  if (!built) return;
  const dict = await dictOf(readerIn(tx), tx.tenant.id, code);
  const made = await tx.run(
    `insert into system.dict (tenant_id, id, code, name, note, system, sort)
      values ($1, $2, $3, $4, $5, true, $6) on conflict do nothing`,
    [tx.tenant.id, dict.id, code, dict.name, dict.note, dict.sort],
  );
  if (made === 0) return;
  const items = Object.entries(built.items).map(([item, label], sort) => ({
    id: builtInId(code, item),
    code: item,
    label,
    sort,
  }));
  await tx.run(
    `insert into system.dict_item (tenant_id, id, dict_id, code, label, sort, system)
    select $1, id, $2, code, label, sort, true
      from jsonb_to_recordset($3::jsonb) as i(id text, code text, label text, sort integer)`,
    [tx.tenant.id, dict.id, JSON.stringify(items)],
  );
}

/** The company's dictionary, locked: changes of one dictionary come one after the other. */
export async function lockDict(tx: TenantTx, code: string): Promise<Dict> {
  await keep(tx, code);
  const locked = await tx.query(
    'select 1 from system.dict where tenant_id = $1 and code = $2 for update',
    [tx.tenant.id, code],
  );
  if (locked.length === 0) throw new AppError('DICT_UNKNOWN');
  return dictOf(readerIn(tx), tx.tenant.id, code);
}

const refuse = (problems: readonly Problem[]): void => {
  if (problems.length > 0) throw problemsError([...problems]);
};
const codeTaken = (name: string) =>
  problemsError([problem('/code', 'NAME_TAKEN', { what: '编码', name })]);

async function unique<T>(constraint: string, code: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw uniqueViolation(error) === constraint ? codeTaken(code) : error;
  }
}

async function createDict(tx: TenantTx, { code, name, note, tree, sort }: Given): Promise<Written> {
  if (builtIn(code)) throw codeTaken(code);
  const [{ count }] = (await tx.query<{ count: number }>(
    'select count(*)::integer as count from system.dict where tenant_id = $1',
    [tx.tenant.id],
  )) as [{ count: number }];
  if (count >= MAX_DICTS) throw new AppError('TOO_MANY', { max: MAX_DICTS, count });
  const id = uuid();
  await unique('dict_code', code, () =>
    tx.run(
      `insert into system.dict (tenant_id, id, code, name, note, tree, sort)
        values ($1, $2, $3, $4, $5, $6, $7)`,
      [tx.tenant.id, id, code, name.trim(), note ?? '', tree ?? false, sort ?? count],
    ),
  );
  return { id, version: 1 };
}

async function updateDict(tx: TenantTx, given: Given): Promise<Written> {
  const dict = await lockDict(tx, given.code);
  if (dict.id !== given.id) throw new AppError('DICT_UNKNOWN');
  if (dict.version !== given.version) throw new AppError('STALE_VERSION');
  const tree = given.tree ?? dict.tree;
  if (
    !tree &&
    (await itemsOf(readerIn(tx), tx.tenant.id, dict.code)).some(({ parentId }) => parentId !== null)
  )
    throw problemsError([
      problem('/tree', 'RULE_BROKEN', { message: '还有下级字典项，不能改为不分级' }),
    ]);
  await tx.run(
    `update system.dict set name = $3, note = $4, tree = $5, sort = $6, version = version + 1
      where tenant_id = $1 and id = $2`,
    [tx.tenant.id, dict.id, given.name.trim(), given.note ?? '', tree, given.sort ?? dict.sort],
  );
  return { id: dict.id, version: dict.version + 1 };
}

/**
 * The depth of an item below another, and whether it is allowed. Refuses a circle and a tree that
 * gets too deep.
 */
export function placeProblems(
  dict: Dict,
  items: readonly DictItem[],
  parentId: string | null,
  own: DictItem | null,
): Problem[] {
  if (parentId === null) return [];
  if (!dict.tree) return [problem('/parentId', 'RULE_BROKEN', { message: '这本字典不分级' })];
  const byId = new Map(items.map((item) => [item.id, item]));
  if (!byId.has(parentId)) return [problem('/parentId', 'REFERENCE_MISSING', { label: '上级' })];
  const above: string[] = [];
  for (let at: string | null = parentId; at !== null; at = byId.get(at)?.parentId ?? null)
    above.push(at);
  if (own && above.includes(own.id))
    return [problem('/parentId', 'OWN_ANCESTOR', { label: '上级' })];
  const height = (id: string): number =>
    1 + Math.max(0, ...items.filter((item) => item.parentId === id).map((item) => height(item.id)));
  return above.length + (own ? height(own.id) : 1) > MAX_DICT_LEVELS
    ? [problem('/parentId', 'RULE_BROKEN', { message: `字典最多 ${MAX_DICT_LEVELS} 级` })]
    : [];
}

const COLOR = /^[a-z0-9#-]{0,20}$/i;
function itemProblems({ name, color, effectiveFrom, effectiveTo }: Given): Problem[] {
  return [
    ...labelProblems(name, MAX_LABEL),
    ...(COLOR.test(color ?? '')
      ? []
      : [problem('/color', 'VALUE_FORMAT', { label: '颜色', expected: '颜色名' })]),
    ...(effectiveFrom && effectiveTo && effectiveFrom > effectiveTo
      ? [problem('/effectiveTo', 'RULE_BROKEN', { message: '失效日期不能早于生效日期' })]
      : []),
  ];
}

async function createItem(
  tx: TenantTx,
  dict: Dict,
  items: readonly DictItem[],
  given: Given,
): Promise<Written> {
  refuse([
    ...itemCodeProblems(given.code),
    ...placeProblems(dict, items, given.parentId ?? null, null),
  ]);
  if (items.length >= MAX_DICT_ITEMS)
    throw new AppError('TOO_MANY', { max: MAX_DICT_ITEMS, count: items.length });
  if (items.some(({ code }) => code === given.code)) throw codeTaken(given.code);
  const id = uuid();
  const sort = given.sort ?? Math.max(-1, ...items.map((item) => item.sort)) + 1;
  await tx.run(
    `insert into system.dict_item (tenant_id, id, dict_id, parent_id, code, label, color, sort,
      enabled, effective_from, effective_to, note)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      tx.tenant.id,
      id,
      dict.id,
      given.parentId ?? null,
      given.code,
      given.name.trim(),
      given.color ?? '',
      sort,
      given.enabled ?? true,
      given.effectiveFrom ?? null,
      given.effectiveTo ?? null,
      given.note ?? '',
    ],
  );
  return { id, version: 1 };
}

/** An item's code is a value of records and never changes. */
async function updateItem(
  tx: TenantTx,
  items: readonly DictItem[],
  given: Given,
): Promise<Written> {
  const item = items.find(({ id }) => id === given.id);
  if (!item) throw new AppError('DICT_ITEM_UNKNOWN');
  if (item.version !== given.version) throw new AppError('STALE_VERSION', {}, { current: item });
  if (item.code !== given.code)
    throw problemsError([problem('/code', 'READONLY_FIELD', { name: '编码' })]);
  await tx.run(
    `update system.dict_item
      set label = $3, color = $4, sort = $5, enabled = $6, effective_from = $7, effective_to = $8,
      note = $9, version = version + 1 where tenant_id = $1 and id = $2`,
    [
      tx.tenant.id,
      item.id,
      given.name.trim(),
      given.color ?? '',
      given.sort ?? item.sort,
      given.enabled ?? item.enabled,
      given.effectiveFrom ?? null,
      given.effectiveTo ?? null,
      given.note ?? '',
    ],
  );
  return { id: item.id, version: item.version + 1 };
}

async function submitItem(tx: TenantTx, given: Given, pcode: string): Promise<Written> {
  refuse(itemProblems(given));
  const dict = await lockDict(tx, pcode);
  const items = await itemsOf(readerIn(tx), tx.tenant.id, pcode);
  return given.id ? updateItem(tx, items, given) : createItem(tx, dict, items, given);
}

/** Makes or changes a dictionary, or one of its items when `pcode` names the dictionary. */
export function submitDict(db: Database, ctx: Context, given: Given): Promise<Written> {
  const { pcode } = given;
  return db.withTenant(ctx, async (tx) => {
    if (pcode) return submitItem(tx, given, pcode);
    refuse([
      ...(given.id ? [] : nameProblems(given.code)),
      ...labelProblems(given.name, MAX_LABEL),
    ]);
    return given.id ? updateDict(tx, given) : createDict(tx, given);
  });
}
