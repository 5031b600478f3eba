import type { Type } from '../values/types.ts';
import { common, isList } from '../values/types.ts';

/**
 * Required type of an argument. `int` is a whole number (cut off, null beyond MAX_COUNT); `moment`
 * a date or a date-time.
 */
export type ArgType = 'text' | 'number' | 'int' | 'boolean' | 'moment' | 'list' | 'any' | 'unit';
type FunctionGroup = '逻辑' | '文本' | '数字' | '日期' | '列表' | '统计';

/**
 * One function, as the formula editor shows it. All are pure; what they do is library/, their SQL
 * is sql/functions.ts.
 */
export interface FunctionDefinition {
  name: string;
  zh: string;
  group: FunctionGroup;
  /** Chinese; `args` names the arguments in the order of `takes`. */
  doc: string;
  takes: readonly ArgType[];
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
  /** The function in a sentence: {0} is the first argument. */
  say?: string;
}

const same = (types: readonly Type[]): Type => types[0] ?? 'any';
const momentLike = (types: readonly Type[]): Type =>
  types[0] === 'date' || types[0] === 'dateTime' ? types[0] : 'any';
const item = (types: readonly Type[]): Type =>
  types[0] !== undefined && isList(types[0]) ? types[0].list : 'any';

type Extra = Partial<Pick<FunctionDefinition, 'least' | 'rest' | 'takesNull' | 'clock' | 'say'>> & {
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
  doc: string,
  extra: Extra = {},
): FunctionDefinition {
  const [names = '', args = ''] = head.split(': ');
  const [name = '', zh = ''] = names.split(' ');
  const { js, ...rest } = extra;
  return {
    name,
    zh,
    group,
    doc,
    gives,
    sql: js ? 'none' : 'exact',
    ...rest,
    takes: takes === '' ? [] : (takes.split(' ') as ArgType[]),
    args: args === '' ? [] : args.split(', '),
  };
}

const logic = [
  define(
    '逻辑',
    'if 如果: 条件, 成立时, 否则',
    'boolean any any',
    (t) => common(t.slice(1)),
    '条件成立时取第二个值，否则（含条件为空）取第三个值',
    { takesNull: true, say: '如果{0}则取{1}，否则取{2}' },
  ),
  define(
    '逻辑',
    'switch 匹配: 值, 比较值, 结果, 其他',
    'any any any any',
    (t) =>
      common(t.filter((_, i) => (i > 0 && i % 2 === 0) || (i === t.length - 1 && i % 2 === 1))),
    '值等于哪个比较值就取它后面的结果，都不等时取最后单独的一个值',
    { takesNull: true, least: 3, rest: true },
  ),
  define('逻辑', 'coalesce 取非空: 值', 'any', common, '第一个不为空的值', {
    takesNull: true,
    rest: true,
  }),
  define('逻辑', 'isEmpty 无内容: 值', 'any', 'boolean', '为空、空文本或空列表', {
    takesNull: true,
    say: '{0}没有内容',
  }),
];
const text = [
  define('文本', 'len 字数: 文本', 'text', 'number', '文本有几个字'),
  define(
    '文本',
    'left 左取: 文本, 字数',
    'text int',
    'text',
    '左边的若干个字；字数为负时去掉右边的若干个字',
  ),
  define(
    '文本',
    'right 右取: 文本, 字数',
    'text int',
    'text',
    '右边的若干个字；字数为负时去掉左边的若干个字',
  ),
  define(
    '文本',
    'mid 截取: 文本, 从第几个字, 字数',
    'text int int',
    'text',
    '从第几个字（从 1 数起）开始取若干个字',
  ),
  define('文本', 'upper 转大写: 文本', 'text', 'text', '把英文字母 a 到 z 变成大写'),
  define('文本', 'lower 转小写: 文本', 'text', 'text', '把英文字母 A 到 Z 变成小写'),
  define('文本', 'trim 去空格: 文本', 'text', 'text', '去掉两端的空格、全角空格、制表符和换行'),
  define('文本', 'contains 包含: 文本, 片段', 'text text', 'boolean', '文本里有没有这个片段', {
    say: '{0}包含{1}',
  }),
  define(
    '文本',
    'startsWith 开头是: 文本, 片段',
    'text text',
    'boolean',
    '文本是不是以这个片段开头',
    { say: '{0}以{1}开头' },
  ),
  define(
    '文本',
    'endsWith 结尾是: 文本, 片段',
    'text text',
    'boolean',
    '文本是不是以这个片段结尾',
    { say: '{0}以{1}结尾' },
  ),
  define('文本', 'find 查找: 文本, 片段', 'text text', 'number', '片段从第几个字开始，没有时为 0'),
  define(
    '文本',
    'replace 替换: 文本, 片段, 换成',
    'text text text',
    'text',
    '把文本里的每一处片段换成另一段',
  ),
  define('文本', 'concat 连接: 值', 'any', 'text', '把各个值接成一段文本，空值不占位置', {
    takesNull: true,
    rest: true,
    clock: true,
  }),
  define('文本', 'text 转文本: 值', 'any', 'text', '把值写成文本', { clock: true }),
  define(
    '文本',
    'split 拆分: 文本, 分隔符',
    'text text',
    { list: 'text' },
    '按分隔符把文本拆成列表',
    { js: true },
  ),
];
const numbers = [
  define('数字', 'number 转数字: 文本', 'any', 'number', '把文本读成数字，读不出时为空'),
  define('数字', 'abs 绝对值: 数字', 'number', 'number', '去掉负号'),
  define('数字', 'sign 正负号: 数字', 'number', 'number', '正数为 1，负数为 -1，零为 0'),
  define(
    '数字',
    'round 四舍五入: 数字, 小数位',
    'number int',
    'number',
    '四舍五入到若干位小数（默认 0 位）',
    { least: 1 },
  ),
  define('数字', 'ceil 向上取整: 数字', 'number', 'number', '不小于它的最小整数'),
  define('数字', 'floor 向下取整: 数字', 'number', 'number', '不大于它的最大整数'),
  define('数字', 'trunc 取整: 数字', 'number', 'number', '去掉小数部分'),
  define(
    '数字',
    'mod 取余: 数字, 除数',
    'number number',
    'number',
    '余数，正负与被除数相同；除数为零时为空',
  ),
  define('数字', 'power 乘方: 底数, 指数', 'number int', 'number', '底数的若干次方，指数取整数', {
    js: true,
  }),
  define('数字', 'sqrt 平方根: 数字', 'number', 'number', '平方根，负数为空', { js: true }),
];
const statistics = [
  define(
    '统计',
    'sum 求和: 值',
    'any',
    'number',
    '各值之和，空值不计；明细写作 求和(明细.数量 * 明细.单价, 明细.数量 > 0)，条件可省',
    { takesNull: true, rest: true },
  ),
  define('统计', 'avg 平均值: 值', 'any', 'number', '平均值，空值不计', {
    takesNull: true,
    rest: true,
  }),
  define(
    '统计',
    'min 最小值: 值',
    'any',
    (t) => common(t.map((x) => (isList(x) ? x.list : x))),
    '最小的值，空值不计',
    { takesNull: true, rest: true },
  ),
  define(
    '统计',
    'max 最大值: 值',
    'any',
    (t) => common(t.map((x) => (isList(x) ? x.list : x))),
    '最大的值，空值不计',
    { takesNull: true, rest: true },
  ),
  define(
    '统计',
    'count 计数: 值',
    'any',
    'number',
    '有几个不为空的值；明细写作 计数(明细, 明细.金额 > 100)，条件可省',
    { takesNull: true, rest: true },
  ),
  define(
    '统计',
    'exists 存在: 明细, 条件',
    'any boolean',
    'boolean',
    '有没有满足条件的一行：存在(明细, 明细.金额 > 100)',
    { takesNull: true, least: 1 },
  ),
];
const lists = [
  define('列表', 'first 首项: 列表', 'list', item, '列表的第一项', { js: true }),
  define('列表', 'last 末项: 列表', 'list', item, '列表的最后一项', { js: true }),
  define('列表', 'distinct 去重: 列表', 'list', same, '去掉重复的项，保留原来的先后', { js: true }),
  define(
    '列表',
    'join 合并: 列表, 分隔符',
    'list text',
    'text',
    '用分隔符（默认顿号）把列表接成文本',
    { js: true, least: 1, clock: true },
  ),
  define(
    '列表',
    'names 名称: 名称表, 编号, 属性',
    'any any text',
    'text',
    '编号在名称表里的名称，几个时用顿号接起来；编号在各项的哪个属性里，可以写在最后',
    { js: true, least: 2 },
  ),
];
const dates = [
  define(
    '日期',
    'date 日期: 文本或年, 月, 日',
    'any int int',
    'date',
    "写出一个日期：date('2026-01-31') 或 date(2026, 1, 31)",
    { least: 1 },
  ),
  define(
    '日期',
    'datetime 日期时间: 文本',
    'text',
    'dateTime',
    "写出一个时刻：datetime('2026-01-31 08:00')",
    { clock: true },
  ),
  define('日期', 'today 今天', '', 'date', '今天的日期', { clock: true, say: '今天' }),
  define('日期', 'now 现在', '', 'dateTime', '现在的时刻', { clock: true, say: '现在' }),
  define('日期', 'dateOf 取日期: 日期时间', 'moment', 'date', '日期时间里的日期', { clock: true }),
  ...(['year 年', 'month 月', 'day 日', 'hour 时', 'minute 分', 'second 秒'] as const).map((head) =>
    define('日期', `${head}: 日期`, 'moment', 'number', `日期里的${head.split(' ')[1]}`, {
      clock: true,
      say: `{0}的${head.split(' ')[1]}`,
    }),
  ),
  define('日期', 'weekday 星期: 日期', 'moment', 'number', '星期几，星期一为 1，星期日为 7', {
    clock: true,
    say: '{0}的星期',
  }),
  define('日期', 'startOfMonth 月初: 日期', 'moment', 'date', '所在月的第一天', { clock: true }),
  define('日期', 'endOfMonth 月末: 日期', 'moment', 'date', '所在月的最后一天', { clock: true }),
  define(
    '日期',
    'dateAdd 日期加: 日期, 数量, 单位',
    'moment int unit',
    momentLike,
    "日期往后若干个单位，单位写 'day' 'week' 'month' 'year' 'hour' 'minute' 'second' 或 '天' '周' '月' '年' '时' '分' '秒'",
    { clock: true },
  ),
  define(
    '日期',
    'dateDiff 日期差: 开始, 结束, 单位',
    'moment moment unit',
    'number',
    '从开始到结束有几个完整的单位，单位同上',
    { clock: true },
  ),
  ...(['days 天', 'weeks 周', 'months 个月', 'years 年'] as const).map((head) =>
    define(
      '日期',
      `${head.split(' ')[0]} ${head.split(' ')[1]}数: 数量`,
      'int',
      'duration',
      `若干${head.split(' ')[1]}的时长`,
      { say: `{0} ${head.split(' ')[1]}` },
    ),
  ),
  ...(['hours 小时', 'minutes 分钟', 'seconds 秒'] as const).map((head) =>
    define(
      '日期',
      `${head.split(' ')[0]} ${head.split(' ')[1]}数: 数量`,
      'number',
      'duration',
      `若干${head.split(' ')[1]}的时长`,
      { say: `{0} ${head.split(' ')[1]}` },
    ),
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
