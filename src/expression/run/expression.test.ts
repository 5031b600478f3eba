import { describe, expect, it } from 'vitest';
import {
  compile,
  compileTemplate,
  dependencies,
  parse,
  parseTemplate,
  print,
  scopeOf,
  type Ast,
  type Scope,
} from '../index.ts';
import { Duration } from '../values/calendar.ts';

const ctx = { now: new Date('2026-03-01T20:00:00.000Z'), timeZone: 'Asia/Shanghai' };
const order = {
  qty: 12,
  price: 9.5,
  status: 'approved',
  备注: ' 急 ',
  due: '2026-01-31',
  paid: null,
  tags: ['急', '大客户'],
  user: { realName: '张三' },
  'odd name': 7,
  lines: [
    { amount: 1.1, qty: 1, price: 3 },
    { amount: 2.2, qty: 0, price: 5 },
    { amount: null, qty: 4, price: 0.25 },
  ],
};
function read(source: string): Ast {
  const result = parse(source);
  if (!result.ok) throw result.errors[0]!;
  return result.ast;
}
const run = (source: string, values: unknown = order): unknown =>
  compile(read(source))(scopeOf(values), ctx);
const problem = (source: string): string => {
  const result = parse(source);
  return result.ok
    ? 'read'
    : result.errors.map(({ message, start, end }) => `${start}-${end} ${message}`).join();
};

describe('an expression is evaluated', () => {
  it.each([
    ["qty * price > 100 and status = 'approved'", true],
    ['1 + 2 * 3 - 10 % 4', 5],
    ['-2 * -3', 6],
    ['(1 + 2) * 3', 9],
    ['2 ?? 3 > 1', true],
    ['not qty = 1', true],
    ["'a' & 1 & null & true", 'a1是'],
    ["if(qty > 10, '多', '少')", '多'],
    ["switch(status, 'new', 1, 'approved', 2, 3)", 2],
    ["status in ['new', 'approved']", true],
    ["status in ('new', 'approved')", true],
    ['qty between 10 and 12', true],
    ['qty not between 10 and 12', false],
    ["'急' in tags", true],
    ['`odd name` + 1', 8],
    ['user.realName', '张三'],
    ['len(trim(备注))', 1],
    ["left('𠮷野家', 1)", '𠮷'],
    ["'it''s'", "it's"],
    ['SUM(1, 2) = Sum(2, 1)', true],
    ['四舍五入(2.345, 2)', 2.35],
    ['round(-2.5)', -3],
    ['round(1234.5, -2)', 1200],
    ['mod(-7, 3)', -1],
    ["join(distinct(split('a,b,a', ',')))", 'a、b'],
  ])('%s is %j', (source, answer) => {
    expect(run(source)).toEqual(answer);
  });

  it('with signs from a Chinese keyboard', () => {
    expect(run('if（qty＞10，“多”，‘少’）')).toBe('多');
    expect(run('qty × 2 ÷ 3 ≥ 8')).toBe(true);
  });

  it('exactly, where binary fractions are not', () => {
    expect(run('0.1 + 0.2 = 0.3')).toBe(true);
    expect(run('1.005 * 100')).toBe(100.5);
    expect(
      run('99999999999999999999 * 99999999999999999999 = 9999999999999999999800000000000000000001'),
    ).toBe(true);
    expect(run('text(1 / 3)')).toBe('0.33333333333333333333');
    expect(run('a + b = 0.3', { a: 0.1, b: 0.2 })).toBe(true);
    expect(run('9007199254740993 > 9007199254740992')).toBe(true);
  });

  it('with unknown values propagated as unknown, as in SQL', () => {
    for (const source of [
      'paid = 1',
      'paid != 1',
      'not paid',
      'paid and true',
      'paid or false',
      'paid + 1',
      '1 / 0',
      'mod(1, 0)',
      'paid in [1]',
      '1 in [2, paid]',
      'paid between 1 and 2',
      'nothing.at.all',
      'len(paid)',
      "'a' > 1",
      'status * 2',
    ])
      expect(run(source), source).toBeNull();
    expect([
      run('paid and false'),
      run('paid or true'),
      run('paid is null'),
      run('paid is not null'),
      run('1 in [1, paid]'),
      run('paid in []'),
      run('if(paid, 1, 2)'),
      run('paid ?? 5'),
      run('coalesce(paid, null, 6)'),
    ]).toEqual([false, true, true, false, true, false, 2, 5, 6]);
  });
});

describe('totals over the rows of a list', () => {
  it.each([
    ['sum(lines.amount)', 3.3],
    ['sum(lines.amount where qty > 0)', 1.1],
    ['求和(qty * price of lines)', 4],
    ['sum(qty * price of lines where qty > 1)', 1],
    ['count(lines)', 3],
    ['count(lines.amount)', 2],
    ['count(lines where qty < price)', 2],
    ['avg(lines.amount)', 1.65],
    ['max(lines.price)', 5],
    ['min(lines.amount where qty > 9)', null],
    ['exists(lines where amount is null)', true],
    ['exists(lines where qty > 9)', false],
    ['sum(nothing)', 0],
    ['count(tags)', 2],
    ['max(qty)', 12],
    ["sum(lines.amount where status = 'approved')", 3.3],
  ])('%s is %j', (source, answer) => {
    expect(run(source)).toBe(answer);
  });

  it.each([
    ['求和(lines.qty * lines.price)', 4],
    ['sum(lines.qty * lines.price, lines.qty > 1)', 1],
    ['sum(lines.amount, lines.qty > 0)', 1.1],
    ['count(lines, lines.qty < lines.price)', 2],
    // The row's own price, whichever way it is written.
    ['最大值(lines.price * price)', 25],
    ['sum(lines.qty * lines.price) / count(lines)', 4 / 3],
    ['sum(qty, price)', 21.5],
  ])(
    'are written with the list before each name, and the condition after a comma: %s',
    (source, answer) => {
      const isRows = (path: readonly string[]) => path.join('.') === 'lines';
      const made = compile(read(source), { typeOf: () => undefined, isRows })(scopeOf(order), ctx);
      expect(made).toBeCloseTo(Number(answer), 12);
    },
  );

  it('read a name from the row first, then from the surrounding scope', () => {
    expect(run('count(lines where qty = 12)')).toBe(0);
    expect(run('count(lines where `odd name` = 7)')).toBe(3);
  });

  it('work over rows that are scopes of their own', () => {
    const rows: Scope[] = [1, 2, 3].map((n) => ({
      get: ([name]) => (name === 'n' ? n : undefined),
    }));
    const scope: Scope = {
      get: ([name]) => (name === 'least' ? 2 : undefined),
      rows: (path) => (path.join() === 'items' ? rows : undefined),
    };
    expect(compile(read('sum(items.n where n >= least)'))(scope, ctx)).toBe(5);
    expect(compile(read('count(items)'))(scope, ctx)).toBe(3);
  });

  it('stop at the limit of steps', () => {
    const many = { lines: Array.from({ length: 1_000 }, () => ({ n: 1 })) };
    expect(run('count(lines where n > 0)', many)).toBe(1_000);
    expect(() => run('count(lines where count(lines where n > 0) > 0)', many)).toThrow('行数太多');
  });

  it('stop at the limit of steps where a row’s value is a list, and soon', () => {
    const many = { lines: Array.from({ length: 5_000 }, (_, n) => ({ n })), tags: ['a'] };
    const started = performance.now();
    for (const source of [
      'count(lines of lines)',
      'min(lines of lines)',
      'exists(lines of lines)',
      'count(lines where n in lines)',
      'count(lines where isEmpty(distinct(lines)))',
    ])
      expect(() => run(source, many), source).toThrow('行数太多');
    expect(run('count(tags of lines)', many)).toBe(5_000);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('stop at the limit of steps where texts are long', () => {
    const many = { lines: Array.from({ length: 2_000 }, () => ({ note: 'a'.repeat(500) })) };
    expect(run("count(lines where contains(note, 'b'))", many)).toBe(0);
    expect(() =>
      run(
        "count(lines where contains(replace(note, 'a', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'), 'b'))",
        many,
      ),
    ).toThrow('行数太多');
  });
});

describe('texts and lists', () => {
  const tens = (n: number): string =>
    Array.from({ length: n }).reduce<string>(
      (inner) => `replace(${inner}, 'a', 'aaaaaaaaaa')`,
      "'a'",
    );
  it('are null beyond their limits, and nothing so long is created', () => {
    expect(run(`len(${tens(5)})`)).toBe(100_000);
    expect(run(`len(${tens(6)})`)).toBeNull();
    expect(run(`len(${tens(5)} & 'a')`)).toBeNull();
    expect(run(`concat(${tens(6)}, 'x')`)).toBe('x');
    expect(run("len('𠮷' & name)", { name: '𠮷'.repeat(99_999) })).toBe(100_000);
    expect(
      run('join(tags)', { tags: Array.from({ length: 5_000 }, () => 'a'.repeat(20_000)) }),
    ).toBeNull();
    expect(run("split(name, '')", { name: 'a'.repeat(10_001) })).toBeNull();
    expect(run("count(distinct(split(name, '')))", { name: 'ab'.repeat(5_000) })).toBe(2);
  });
  it('names ids after a table of names and leaves out those without one', () => {
    const values = {
      labels: { u1: '张三', u2: '李四' },
      people: [{ userId: 'u2' }, { userId: 'gone' }],
      key: 'toString',
    };
    expect(run("names(labels, 'u1')", values)).toBe('张三');
    expect(run("names(labels, ['u1', 'u2'])", values)).toBe('张三、李四');
    expect(run("names(labels, people, 'userId')", values)).toBe('李四');
    expect(run('names(labels, key)', values)).toBeNull();
    expect(run("names(missing, 'u1')", values)).toBeNull();
  });
  it('that are distinct are found in one go', () => {
    const tags = Array.from({ length: 100_000 }, (_, n) => `t${n % 50_000}`);
    const started = performance.now();
    expect(run('count(distinct(tags))', { tags })).toBe(50_000);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(
      run('distinct(tags)', {
        tags: ['2026-01-31', '2026-01-30T16:00:00Z', 'a', 'a', 1, 1, null, null],
      }),
    ).toEqual(['2026-01-31', 'a', 1, null]);
  });
});

describe('dates', () => {
  it.each([
    ['today()', '2026-03-02'],
    ['now()', '2026-03-01T20:00:00.000Z'],
    ['due + months(1)', '2026-02-28'],
    ['due + days(1) - weeks(1)', '2026-01-25'],
    ['now() + hours(1.5)', '2026-03-01T21:30:00.000Z'],
    ["dateDiff(due, today(), '天')", 30],
    ["dateDiff(due, date('2026-02-28'), 'month')", 0],
    ["dateDiff(today(), due, 'month')", -1],
    ['weekday(today())', 1],
    ['year(due) * 100 + month(due)', 202601],
    ['hour(now())', 4],
    ["datetime('2026-01-31 08:00') = datetime('2026-01-31T00:00:00Z')", true],
    ['today() > due', true],
    ['due < now()', true],
    ['endOfMonth(due + days(1))', '2026-02-28'],
    ['text(now())', '2026-03-02 04:00:00'],
    ['date(2026, 13, 32)', '2027-02-01'],
    ["date('2026-02-30')", null],
    ["due - date('2026-01-01') = days(30)", true],
    ["dateAdd(due, 1, '月')", '2026-02-28'],
    ["date('9999-12-31') + days(1)", null],
  ])('%s is %j', (source, answer) => {
    expect(run(source)).toEqual(answer);
  });

  it('leave as durations where they are lengths of time', () => {
    expect(run('due - days(3) - due')).toEqual(new Duration(0, -3, 0));
  });

  it('follow the clock of the zone through summer time', () => {
    const at = (source: string): unknown =>
      compile(read(source))(scopeOf({}), { now: new Date(0), timeZone: 'America/New_York' });
    expect(at("datetime('2026-03-07 12:00') + days(1)")).toBe('2026-03-08T16:00:00.000Z');
    expect(at("datetime('2026-03-08 02:30')")).toBe('2026-03-08T07:30:00.000Z');
    expect(at("datetime('2026-11-01 01:30')")).toBe('2026-11-01T06:30:00.000Z');
  });

  it('are not seen in text whose type is known', () => {
    const typed = (source: string): unknown =>
      compile(read(source), { typeOf: () => 'text' })(
        scopeOf({ a: '2026-01-31T00:00Z', b: '2026-01-31T00:00:00Z' }),
        ctx,
      );
    expect(typed('a = b')).toBe(false);
    expect(typed("a & ('2026-01-31 08:00:00' & -1)")).toBe(
      '2026-01-31T00:00Z2026-01-31 08:00:00-1',
    );
    expect(typed("'' & (left('2026-01-31 08:00:00-18', 22) & '')")).toBe('2026-01-31 08:00:00-18');
    expect(run('a = b', { a: '2026-01-31T00:00Z', b: '2026-01-31T00:00:00Z' })).toBe(true);
  });
});

describe('a text that cannot be read reports where and why', () => {
  it.each([
    ['sun(1)', '0-3 没有名为 sun 的函数，是不是 sum'],
    ['求合(1)', '0-2 没有名为 求合 的函数，是不是 求和'],
    ['1 +', '3-3 这里应当是一个值，公式到此就结束了'],
    ['(1 + 2', '6-6 这里应当是 )，公式到此就结束了'],
    ["'abc", "0-4 缺少结尾的引号 '"],
    ['a == 1', '2-4 公式里没有 ==，请用 ='],
    ['a && b', '2-4 公式里没有 &&，请用 and'],
    ['1 < 2 < 3', '6-7 比较不能连着写，请用 and 或 between 连接'],
    ['a ; b', '2-3 公式里不能用字符 ;'],
    ['left(name)', '0-10 left（左取）需要 2 个参数，现在有 1 个'],
    ['', '0-0 这里应当是一个值，公式到此就结束了'],
    ['a b', '2-3 这里应当是运算符或结尾，却遇到 b'],
    ['sum(1 where a)', '4-5 where 前面应当是明细的名称，例如 sum(明细.金额 where 条件)'],
    ['a.__proto__.b', '2-11 公式里不能使用名称 __proto__'],
    ['`constructor`', '0-13 公式里不能使用名称 constructor'],
    ['x between 1', '11-11 这里应当是 and，公式到此就结束了'],
  ])('%s', (source, message) => {
    expect(problem(source)).toBe(message);
  });
});

describe('nothing inherited can be reached', () => {
  it.each([
    'toString',
    'user.hasOwnProperty',
    'tags.length',
    'tags.map',
    'status.length',
    'user.valueOf',
  ])('%s is null', (source) => {
    expect(run(source)).toBeNull();
  });
  it('even when the data carries the name itself', () => {
    const data = JSON.parse('{"a": {"__proto__": {"evil": 1}}}') as unknown;
    expect(run('a.evil', data)).toBeNull();
    expect(({} as { evil?: unknown }).evil).toBeUndefined();
  });
});

describe('a text with holes', () => {
  const fill = (text: string): string => {
    const result = parseTemplate(text);
    if (!result.ok) throw result.errors[0]!;
    return compileTemplate(result.parts)(scopeOf(order), ctx);
  };
  it('is filled', () => {
    expect(fill('你好，{user.realName}：{{{qty * price}}} 元{paid}')).toBe('你好，张三：{114} 元');
    expect(fill("{if(qty > 1, '}', '{')} 截止 {due}，{tags}")).toBe(
      '} 截止 2026-01-31，急、大客户',
    );
    expect(fill('a } b')).toBe('a } b');
  });
  it('reports where a hole is wrong, in positions of the whole text', () => {
    const result = parseTemplate('你好，{user.} 和 {1 +');
    expect(
      result.ok ? [] : result.errors.map(({ start, message }) => `${start} ${message}`),
    ).toEqual(['9 这里应当是名称，公式到此就结束了', '13 缺少结尾的 }，要写出 { 本身请用 {{']);
  });
});

describe('what an expression reads and how it is written', () => {
  it('lists each path once', () => {
    expect(dependencies(read('a.b + c * a.b + sum(lines.x where y > 1)'))).toEqual([
      ['a', 'b'],
      ['c'],
      ['lines', 'x'],
      ['y'],
    ]);
  });
  it('prints one canonical source, brackets only where needed', () => {
    expect(print(read('((a))+(b*c)-(d-e) = `in`.in and not (x or y)'))).toBe(
      'a + b * c - (d - e) = `in`.in and not (x or y)',
    );
    expect(
      print(read('sum(lines.amount where qty>0)'), {
        zh: true,
        path: (path) =>
          path.map((name) => ({ lines: '订单明细', amount: '金额', qty: '数量' })[name] ?? name),
      }),
    ).toBe('求和(订单明细.金额 where 数量 > 0)');
  });
});
