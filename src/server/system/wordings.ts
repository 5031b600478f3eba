import {
  type CODE_RESETS,
  isParamKey,
  PARAMS,
  type InputOf,
  type ParamDefinition,
} from '../../contract/index.ts';
import type { TenantTx } from '../kernel/index.ts';
import { HIDDEN, isSecret, type Thing, type Wording } from '../log/index.ts';
import { builtIn, dictOf, itemsOf, readerIn, type Dict, type DictItem } from './dict/read.ts';
import { whose } from './dict/arrange.ts';

type Submitted = InputOf<'system.dict.submit'>;

const dictThing = ({ id, name, note, tree, sort }: Dict): Thing => ({
  kind: '字典',
  id,
  name,
  facts: { 名称: name, 说明: note, 分级: tree ? '是' : '否', 次序: String(sort) },
});

function itemThing(items: readonly DictItem[], item: DictItem): Thing {
  const parent = items.find(({ id }) => id === item.parentId)?.label ?? '';
  const days = [item.effectiveFrom, item.effectiveTo].some(Boolean)
    ? `${item.effectiveFrom ?? ''} 至 ${item.effectiveTo ?? ''}`
    : '';
  const facts = {
    名称: item.label,
    上级: parent,
    颜色: item.color,
    状态: item.enabled ? '启用' : '停用',
    有效期: days,
    说明: item.note,
    次序: String(item.sort),
  };
  return { kind: '字典项', id: item.id, name: item.label, facts };
}

/** A dictionary that may not be there. */
async function dictBy(tx: TenantTx, code: string): Promise<Dict | undefined> {
  if (builtIn(code)) return dictOf(readerIn(tx), tx.tenant.id, code);
  const there = await tx.query('select from system.dict where tenant_id = $1 and code = $2', [
    tx.tenant.id,
    code,
  ]);
  return there.length > 0 ? dictOf(readerIn(tx), tx.tenant.id, code) : undefined;
}

/** A dictionary, or an item with its dictionary. */
async function dictPart(
  tx: TenantTx,
  code: string,
  isThis: (item: DictItem) => boolean,
): Promise<Thing[]> {
  const dict = await dictBy(tx, code);
  if (!dict) return [];
  const items = await itemsOf(readerIn(tx), tx.tenant.id, code);
  const item = items.find(isThis);
  return [
    ...(item ? [itemThing(items, item)] : []),
    { kind: '字典', id: dict.id, name: dict.name },
  ];
}

async function dictOrItem(tx: TenantTx, id: string): Promise<Thing[]> {
  const place = await whose(tx, id);
  if (!place) return [{ kind: '字典或字典项', id, name: '不存在的字典或字典项' }];
  if (place.isItem) return dictPart(tx, place.code, (item) => item.id === id);
  const dict = await dictBy(tx, place.code);
  return dict ? [dictThing(dict)] : [];
}

const dictSubmit: Wording<Submitted> = {
  deed: ({ id, pcode }) => `${id ? '修改' : '新建'}${pcode ? '字典项' : '字典'}`,
  things: async ({ tx, input: { pcode, code, name, id }, done }) => {
    const given: Thing = { kind: pcode ? '字典项' : '字典', id: '', name };
    if (!done && !id) return pcode ? [given, ...(await dictPart(tx, pcode, () => false))] : [given];
    if (pcode) {
      const found = await dictPart(tx, pcode, (item) => item.code === code);
      return found[0]?.kind === given.kind ? found : [given, ...found];
    }
    const dict = await dictBy(tx, code);
    return [dict ? dictThing(dict) : given];
  },
};

const RESET_WORDS: Readonly<Record<(typeof CODE_RESETS)[number], string>> = {
  never: '不重置',
  year: '每年',
  month: '每月',
  day: '每天',
};
interface RuleRow {
  id: string;
  name: string;
  note: string;
  segments: unknown;
  reset: (typeof CODE_RESETS)[number];
  mode: string;
  enabled: boolean;
  open: boolean;
}
const RULE = `select id, name, note, segments, reset, mode, enabled, open from system.code_rule
    where tenant_id = $1`;

function ruleThing({ id, name, note, segments, reset, mode, enabled, open }: RuleRow): Thing {
  const [state, who] = [enabled ? '启用' : '停用', open ? '成员也可以' : '仅系统'];
  const facts = {
    名称: name,
    说明: note,
    组成: JSON.stringify(segments),
    重置: RESET_WORDS[reset],
    取号: mode === 'gapless' ? '连续' : '成批',
    状态: state,
    谁可以取号: who,
  };
  return { kind: '编码规则', id, name, facts };
}

const rules = async (tx: TenantTx, where: string, value: string): Promise<Thing[]> =>
  (await tx.query<RuleRow>(`${RULE} and ${where} = $2`, [tx.tenant.id, value])).map(ruleThing);
const unknownRule = (id: string): Thing => ({ kind: '编码规则', id, name: '不存在的编码规则' });

const ruleSubmit: Wording<InputOf<'system.coderule.submit'>> = {
  deed: ({ id }) => (id ? '修改编码规则' : '新建编码规则'),
  things: async ({ tx, input: { id, code, name }, done }) => {
    if (!id) return done ? rules(tx, 'code', code) : [{ kind: '编码规则', id: '', name }];
    const found = await rules(tx, 'id', id);
    return found.length > 0 ? found : [unknownRule(id)];
  },
};

const ruleRemove: Wording<InputOf<'system.coderule.remove'>> = {
  deed: () => '删除编码规则',
  things: async ({ tx, input: { id }, done }) => {
    if (done) return [];
    const found = await rules(tx, 'id', id);
    return found.length > 0 ? found : [unknownRule(id)];
  },
};

interface ParamRow {
  name: string;
  value: unknown;
  note: string;
}
const valueText = (key: string, value: unknown, unit = ''): string =>
  isSecret(key)
    ? HIDDEN
    : `${typeof value === 'boolean' ? (value ? '是' : '否') : String(value)}${unit}`;

/** A parameter with the value the company has; `given` names one that is not there yet. */
async function params(tx: TenantTx, key: string, given: string): Promise<Thing[]> {
  const [row] = await tx.query<ParamRow>(
    'select name, value, note from system.param where tenant_id = $1 and key = $2',
    [tx.tenant.id, key],
  );
  const known: ParamDefinition | undefined = isParamKey(key) ? PARAMS[key] : undefined;
  if (known)
    return [
      {
        kind: '系统参数',
        id: key,
        name: known.name,
        facts: { 值: valueText(key, row?.value ?? known.default, known.unit) },
      },
    ];
  if (!row) return [{ kind: '系统参数', id: '', name: given || key }];
  return [
    {
      kind: '系统参数',
      id: key,
      name: row.name,
      facts: { 名称: row.name, 值: valueText(key, row.value), 说明: row.note },
    },
  ];
}

const isNew = (before: readonly Thing[]): boolean => before[0]?.id === '';

/** How the operations of this service are worded in the operation log. */
export const systemWordings = {
  'system.dict.submit': dictSubmit,
  'system.dict.move': {
    deed: () => '移动字典项',
    things: ({ tx, input: { id } }) => dictOrItem(tx, id),
  } satisfies Wording<InputOf<'system.dict.move'>>,
  'system.dict.remove': {
    deed: (_input, before) => (before[0]?.kind === '字典' ? '删除字典' : '删除或停用字典项'),
    things: async ({ tx, input: { id }, done }) => {
      // Items in use are switched off instead: they are still there afterwards.
      return done && !(await whose(tx, id)) ? [] : dictOrItem(tx, id);
    },
  } satisfies Wording<InputOf<'system.dict.remove'>>,
  'system.coderule.submit': ruleSubmit,
  'system.coderule.remove': ruleRemove,
  'system.param.submit': {
    deed: ({ key }, before) =>
      isNew(before) && !isParamKey(key) ? '新建系统参数' : '修改系统参数',
    things: ({ tx, input: { key, name } }) => params(tx, key, name ?? ''),
  } satisfies Wording<InputOf<'system.param.submit'>>,
  'system.param.remove': {
    deed: ({ key }) => (isParamKey(key) ? '恢复系统参数的默认值' : '删除系统参数'),
    things: async ({ tx, input: { key }, done }) =>
      done && !isParamKey(key) ? [] : params(tx, key, ''),
  } satisfies Wording<InputOf<'system.param.remove'>>,
};
