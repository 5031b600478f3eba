import { describe, expect, it } from 'vitest';
import {
  check,
  limits,
  parse,
  toSentence,
  toSql,
  typeName,
  type CheckEnv,
  type Type,
} from '../index.ts';

const FIELDS: Record<string, Type> = {
  qty: 'number',
  name: 'text',
  done: 'boolean',
  due: 'date',
  made: 'dateTime',
  tags: { list: 'text' },
  user: { fields: { realName: 'text' } },
  loose: 'any',
  lines: { list: { fields: { amount: 'number', qty: 'number', note: 'text' } } },
};
const env: CheckEnv = {
  typeOf: (path) =>
    path.reduce<Type | undefined>(
      (type, name) =>
        type === 'any'
          ? 'any'
          : typeof type === 'object' && 'fields' in type && Object.hasOwn(type.fields, name)
            ? type.fields[name]
            : undefined,
      { fields: FIELDS },
    ),
  names: (path) =>
    path.length === 0 ? Object.keys(FIELDS) : path[0] === 'user' ? ['realName'] : [],
};
const read = (source: string) => {
  const result = parse(source);
  if (!result.ok) throw result.errors[0]!;
  return result.ast;
};
const errors = (source: string): string =>
  check(read(source), env)
    .errors.map(({ message, start }) => `${start} ${message}`)
    .join('; ');

describe('the check', () => {
  it.each<[string, string]>([
    ['qty + 1', '数字'],
    ['name & qty', '文本'],
    ['due + days(1)', '日期'],
    ['made - days(1)', '日期时间'],
    ['made - due', '时长'],
    ['qty > 1 and done', '是否'],
    ['if(done, qty, 0)', '数字'],
    ['if(done, qty, name)', '任意值'],
    ['loose * 2', '数字'],
    ['sum(lines.amount)', '数字'],
    ['max(lines.note)', '文本'],
    ['first(tags)', '文本'],
    ['loose.deep.path', '任意值'],
    ['null ?? qty', '数字'],
    ['sum(qty * amount of lines where note is not null)', '数字'],
    ["switch(name, 'a', due, due)", '日期'],
    ['min(due, due)', '日期'],
    ['tags', '文本列表'],
  ])('%s has the type %s', (source, type) => {
    expect(errors(source)).toBe('');
    expect(typeName(check(read(source), env).type)).toBe(type);
  });

  it.each(['done = 是', 'done = 真', 'done != 否', 'if(done, 假, 真)'])(
    '%s reads yes and no as people write them',
    (source) => {
      const { type, errors } = check(read(source), env);
      expect([errors, typeName(type)]).toEqual([[], '是否']);
    },
  );

  it.each([
    ['qtty + 1', '0 没有名为 qtty 的数据，是不是 qty'],
    ['user.realname', '0 没有名为 user.realname 的数据，是不是 user.realName'],
    ['lines.amount', '0 lines 是明细列表，取其中的值要用 求和、计数 等函数'],
    ['sum(lines.amuont)', '0 明细里没有名为 amuont 的数据，是不是 amount'],
    ['count(line where qty > 1)', '0 没有名为 line 的明细'],
    ["name + 'x'", '0 文本和文本不能用 + 计算，连接文本请用 &'],
    ['due + 3', '0 日期和数字不能用 + 计算，加减天数请用 天数()'],
    ["due > '2026-01-31'", '0 日期不能和文本比较，日期要用 日期() 写'],
    ['qty and done', '0 and 的左边应当是是否，这里是数字'],
    ['left(qty, 1)', '5 left（左取）的第 1 个参数应当是文本，这里是数字'],
    [
      "dateAdd(due, 1, 'dya')",
      '16 没有单位 dya，可以用 second、minute、hour、day、week、month、year',
    ],
    ["date('2026-02-30')", '5 2026-02-30 不是日期'],
    ['qty in name', '7 in 后面应当是列表，这里是文本'],
    ['done > true', '0 是否不能比较大小'],
    ['sum(lines)', '0 求和与平均值只用于数字，这里是记录'],
    ['sum(lines.note)', '0 求和与平均值只用于数字，这里是文本'],
    ["user & 'x'", '0 记录不能接成文本，请写明取哪一项'],
    ['sum(lines.amount where name = amuont)', '30 没有名为 amuont 的数据，是不是 amount'],
    ['count(lines of lines)', '6 count 要的是每一行的一个值，这里是记录列表'],
    ['min(lines of lines)', '4 min 要的是每一行的一个值，这里是记录列表'],
    ['exists(tags of lines)', '7 exists 要的是每一行的一个值，这里是文本列表'],
    ['count(user of lines)', '6 count 要的是每一行的一个值，这里是记录'],
  ])('%s is refused', (source, message) => {
    expect(errors(source)).toBe(message);
  });

  it("knows whether a name in a condition is the row's", () => {
    expect(
      check(read('sum(lines.amount where qty > 1 and name = note)'), env).dependencies,
    ).toEqual([['lines', 'amount'], ['lines', 'qty'], ['name'], ['lines', 'note']]);
  });
  it('estimates the cost of an evaluation, and refuses what costs more than allowed', () => {
    const cost = (source: string): string =>
      check(read(source), {
        ...env,
        most: limits.MEMBER_COST,
        textOf: ([name]) => (name === 'note' ? 20_000 : undefined),
      })
        .errors.map(({ message }) => message)
        .join('; ');
    const tens = (source: string, times: number): string =>
      Array.from({ length: times }).reduce<string>(
        (inner) => `replace(${inner}, 'a', 'aaaaaaaaaa')`,
        source,
      );
    expect(cost(`len(replace(concat(${tens("'aaaaaaaaaa'", 6)}, name), 'a', 'b')) < 0`)).toBe(
      '公式会拼出太长的文本',
    );
    expect(cost(`contains(${tens('name', 3)}, 'b')`)).toBe('公式会拼出太长的文本');
    expect(
      cost('count(lines where count(lines where count(lines where qty > 1) > 1) > 1) > 1'),
    ).toBe('公式要算的步骤太多');
    for (const usual of [
      "replace(replace(name, '-', ''), ' ', '') = '1'",
      "contains(name & ' ' & name & ' ' & name, 'x')",
      'count(lines where count(lines where qty > 1) > 1) > 1',
      `contains(name, '${'x'.repeat(3_000)}')`,
      "upper(concat(name, qty, due, made)) = 'X'",
    ])
      expect(cost(usual), usual).toBe('');
  });
  it('finds every problem, not only the first', () => {
    expect(check(read('qtty + nam'), env).errors).toHaveLength(2);
  });
});

describe('a sentence', () => {
  const labels: Record<string, string> = {
    qty: '数量',
    name: '状态',
    due: '截止日期',
    lines: '明细',
    'lines.amount': '明细的金额',
    'lines.qty': '明细的数量',
  };
  const say = (source: string): string =>
    toSentence(read(source), {
      label: (path) => labels[path.join('.')],
      option: (path, value) => (path[0] === 'name' && value === 'approved' ? '已批准' : undefined),
    });
  it.each([
    ["qty * 2 > 100 and name = 'approved'", '数量 × 2 大于 100，并且 状态 等于 “已批准”'],
    [
      "not (qty > 1 or name in ['approved', 'x'])",
      '并非（数量 大于 1，或者 状态 是 “已批准”、“x” 之一）',
    ],
    ["due between today() and date('2026-12-31')", '截止日期 在 今天 到 2026-12-31 之间'],
    [
      'sum(lines.amount where qty > 0) is not null',
      '明细的金额（其中 明细的数量 大于 0）之和 不为空',
    ],
    ["contains(name, '急')", '状态 包含 “急”'],
    ['due < today() + days(3)', '截止日期 小于 今天 + 3 天'],
    ['exists(lines where qty > 1)', '有 明细 满足 明细的数量 大于 1'],
  ])('%s', (source, words) => {
    expect(say(source)).toBe(words);
  });
});

describe('SQL', () => {
  const column = (path: readonly string[]) =>
    Object.hasOwn(FIELDS, path[0]!) ? { sql: `r.${path[0]}`, type: FIELDS[path[0]!]! } : undefined;
  const sql = (source: string, firstParam = 1) =>
    toSql(read(source), { column, timeZone: 'Asia/Shanghai', firstParam });
  it('leaves columns bare in comparisons, so that indexes serve them', () => {
    expect(sql("qty > 100 and name = 'x'", 4)).toMatchObject({
      sql: '((r.qty > $4::int8) AND (r.name = $5::text))',
      params: ['100', 'x'],
      type: 'boolean',
    });
    expect(sql("contains(name, '50%')")).toMatchObject({
      sql: '(r.name LIKE $1::text)',
      params: ['%50\\%%'],
    });
  });
  it('uses each placeholder it counts', () => {
    for (const source of [
      'qty in []',
      "dateDiff(made, made, 'minute')",
      'left(name, 2)',
      'made > now() - days(3)',
      'round(qty, 2)',
      'date(2026, 1, 2) = due',
      "dateAdd(made, 2, 'hour') > made",
    ]) {
      const { sql: text, params } = sql(source);
      expect(new Set(text.match(/\$\d+/g) ?? []).size, source).toBe(params.length);
    }
  });
  it.each([
    ['power(qty, 2)', '函数 power（乘方）不能在查询条件里使用'],
    ['nothing = 1', '没有名为 nothing 的字段'],
    ['date(name) = due', '从字段里的文本读日期不能在查询条件里使用'],
    ['name + 1', '这里应当是数字，却是文本'],
    ['sum(lines.amount)', '列表'],
  ])('%s is refused', (source, message) => {
    expect(() => sql(source)).toThrow(message);
  });
});
