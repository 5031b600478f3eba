import type { Type } from '../values/types.ts';
import { common, isList } from '../values/types.ts';

/**
 * Required type of an argument. `int` is a whole number (cut off, null beyond MAX_COUNT); `moment`
 * a date or a date-time.
 */
export type ArgType = 'text' | 'number' | 'int' | 'boolean' | 'moment' | 'list' | 'any' | 'unit';
type FunctionGroup = '逻辑' | '文本' | '数字' | '日期' | '列表' | '统计';

/**
 * One function. All are pure; what they do is library/, their SQL is sql/functions.ts, what people
 * read of them wording/function-texts.ts.
 */
export interface FunctionDefinition {
  name: string;
  zh: string;
  group: FunctionGroup;
  takes: readonly ArgType[];
  /** Chinese names of the arguments, in the order of `takes`. */
  args: readonly string[];
  /**
   * Fewest arguments; all of `takes` unless given. With `rest` the last argument may be repeated.
   */
  least?: number;
  rest?: boolean;
  gives: Type | ((args: readonly Type[]) => Type);
  /** `exact`: PostgreSQL gives the same result. `none`: it cannot be used in a filter. */
  sql: 'exact' | 'none';
  /** Takes null itself; all others give null as soon as one argument is null. */
  takesNull?: boolean;
  /** The result depends on now or the time zone. */
  clock?: boolean;
}

const same = (types: readonly Type[]): Type => types[0] ?? 'any';
const momentLike = (types: readonly Type[]): Type =>
  types[0] === 'date' || types[0] === 'dateTime' ? types[0] : 'any';
const item = (types: readonly Type[]): Type =>
  types[0] !== undefined && isList(types[0]) ? types[0].list : 'any';

type Extra = Partial<Pick<FunctionDefinition, 'least' | 'rest' | 'takesNull' | 'clock'>> & {
  js?: true;
};
/**
 * `head` is "name 中文名: argument, argument", `takes` the types in the same order, one word each.
 */
function define(
  group: FunctionGroup,
  head: string,
  takes: string,
  gives: FunctionDefinition['gives'],
  extra: Extra = {},
): FunctionDefinition {
  const [names = '', args = ''] = head.split(': ');
  const [name = '', zh = ''] = names.split(' ');
  const { js, ...rest } = extra;
  return {
    name,
    zh,
    group,
    gives,
    sql: js ? 'none' : 'exact',
    ...rest,
    takes: takes === '' ? [] : (takes.split(' ') as ArgType[]),
    args: args === '' ? [] : args.split(', '),
  };
}

const logic = [
  define('逻辑', 'if 如果: 条件, 成立时, 否则', 'boolean any any', (t) => common(t.slice(1)), {
    takesNull: true,
  }),
  define(
    '逻辑',
    'switch 匹配: 值, 比较值, 结果, 其他',
    'any any any any',
    (t) =>
      common(t.filter((_, i) => (i > 0 && i % 2 === 0) || (i === t.length - 1 && i % 2 === 1))),
    { takesNull: true, least: 3, rest: true },
  ),
  define('逻辑', 'coalesce 取非空: 值', 'any', common, {
    takesNull: true,
    rest: true,
  }),
  define('逻辑', 'isEmpty 无内容: 值', 'any', 'boolean', {
    takesNull: true,
  }),
];
const text = [
  define('文本', 'len 字数: 文本', 'text', 'number'),
  define('文本', 'left 左取: 文本, 字数', 'text int', 'text'),
  define('文本', 'right 右取: 文本, 字数', 'text int', 'text'),
  define('文本', 'mid 截取: 文本, 从第几个字, 字数', 'text int int', 'text'),
  define('文本', 'upper 转大写: 文本', 'text', 'text'),
  define('文本', 'lower 转小写: 文本', 'text', 'text'),
  define('文本', 'trim 去空格: 文本', 'text', 'text'),
  define('文本', 'contains 包含: 文本, 片段', 'text text', 'boolean'),
  define('文本', 'startsWith 开头是: 文本, 片段', 'text text', 'boolean'),
  define('文本', 'endsWith 结尾是: 文本, 片段', 'text text', 'boolean'),
  define('文本', 'find 查找: 文本, 片段', 'text text', 'number'),
  define('文本', 'replace 替换: 文本, 片段, 换成', 'text text text', 'text'),
  define('文本', 'concat 连接: 值', 'any', 'text', {
    takesNull: true,
    rest: true,
    clock: true,
  }),
  define('文本', 'text 转文本: 值', 'any', 'text', { clock: true }),
  define('文本', 'split 拆分: 文本, 分隔符', 'text text', { list: 'text' }, { js: true }),
];
const numbers = [
  define('数字', 'number 转数字: 文本', 'any', 'number'),
  define('数字', 'abs 绝对值: 数字', 'number', 'number'),
  define('数字', 'sign 正负号: 数字', 'number', 'number'),
  define('数字', 'round 四舍五入: 数字, 小数位', 'number int', 'number', { least: 1 }),
  define('数字', 'ceil 向上取整: 数字', 'number', 'number'),
  define('数字', 'floor 向下取整: 数字', 'number', 'number'),
  define('数字', 'trunc 取整: 数字', 'number', 'number'),
  define('数字', 'mod 取余: 数字, 除数', 'number number', 'number'),
  define('数字', 'power 乘方: 底数, 指数', 'number int', 'number', {
    js: true,
  }),
  define('数字', 'sqrt 平方根: 数字', 'number', 'number', { js: true }),
];
const statistics = [
  define('统计', 'sum 求和: 值', 'any', 'number', { takesNull: true, rest: true }),
  define('统计', 'avg 平均值: 值', 'any', 'number', {
    takesNull: true,
    rest: true,
  }),
  define('统计', 'min 最小值: 值', 'any', (t) => common(t.map((x) => (isList(x) ? x.list : x))), {
    takesNull: true,
    rest: true,
  }),
  define('统计', 'max 最大值: 值', 'any', (t) => common(t.map((x) => (isList(x) ? x.list : x))), {
    takesNull: true,
    rest: true,
  }),
  define('统计', 'count 计数: 值', 'any', 'number', { takesNull: true, rest: true }),
  define('统计', 'exists 存在: 明细, 条件', 'any boolean', 'boolean', {
    takesNull: true,
    least: 1,
  }),
];
const lists = [
  define('列表', 'first 首项: 列表', 'list', item, { js: true }),
  define('列表', 'last 末项: 列表', 'list', item, { js: true }),
  define('列表', 'distinct 去重: 列表', 'list', same, { js: true }),
  define('列表', 'join 合并: 列表, 分隔符', 'list text', 'text', {
    js: true,
    least: 1,
    clock: true,
  }),
  define('列表', 'names 名称: 名称表, 编号, 属性', 'any any text', 'text', { js: true, least: 2 }),
];
const dates = [
  define('日期', 'date 日期: 文本或年, 月, 日', 'any int int', 'date', { least: 1 }),
  define('日期', 'datetime 日期时间: 文本', 'text', 'dateTime', { clock: true }),
  define('日期', 'today 今天', '', 'date', { clock: true }),
  define('日期', 'now 现在', '', 'dateTime', { clock: true }),
  define('日期', 'dateOf 取日期: 日期时间', 'moment', 'date', { clock: true }),
  ...(['year 年', 'month 月', 'day 日', 'hour 时', 'minute 分', 'second 秒'] as const).map((head) =>
    define('日期', `${head}: 日期`, 'moment', 'number', {
      clock: true,
    }),
  ),
  define('日期', 'weekday 星期: 日期', 'moment', 'number', {
    clock: true,
  }),
  define('日期', 'startOfMonth 月初: 日期', 'moment', 'date', { clock: true }),
  define('日期', 'endOfMonth 月末: 日期', 'moment', 'date', { clock: true }),
  define('日期', 'dateAdd 日期加: 日期, 数量, 单位', 'moment int unit', momentLike, {
    clock: true,
  }),
  define('日期', 'dateDiff 日期差: 开始, 结束, 单位', 'moment moment unit', 'number', {
    clock: true,
  }),
  ...(['days 天', 'weeks 周', 'months 个月', 'years 年'] as const).map((head) =>
    define('日期', `${head.split(' ')[0]} ${head.split(' ')[1]}数: 数量`, 'int', 'duration'),
  ),
  ...(['hours 小时', 'minutes 分钟', 'seconds 秒'] as const).map((head) =>
    define('日期', `${head.split(' ')[0]} ${head.split(' ')[1]}数: 数量`, 'number', 'duration'),
  ),
];

/** Every function of the language. */
export const FUNCTIONS: readonly FunctionDefinition[] = [
  ...logic,
  ...text,
  ...numbers,
  ...statistics,
  ...lists,
  ...dates,
];

const BY_NAME = new Map(
  FUNCTIONS.flatMap(
    (fn) =>
      [
        [fn.name.toLowerCase(), fn],
        [fn.zh, fn],
      ] as const,
  ),
);
/** Finds a function by its English name (any letter case) or its Chinese one. */
export const findFunction = (name: string): FunctionDefinition | undefined =>
  BY_NAME.get(name.toLowerCase());
/** What `nearest` looks among. */
export const functionNames = (): string[] => FUNCTIONS.flatMap((fn) => [fn.name, fn.zh]);

export const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export type Unit = (typeof UNITS)[number];
const UNIT_ZH: Readonly<Record<string, Unit>> = {
  秒: 'second',
  分: 'minute',
  时: 'hour',
  天: 'day',
  日: 'day',
  周: 'week',
  月: 'month',
  年: 'year',
};
/** Reads the name of a unit; undefined when there is none such. */
export function readUnit(name: unknown): Unit | undefined {
  if (typeof name !== 'string') return undefined;
  return (
    UNITS.find((unit) => unit === name) ??
    (Object.hasOwn(UNIT_ZH, name) ? UNIT_ZH[name] : undefined)
  );
}
