import { writeXlsx, type Cell } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { readSheet } from '../../kernel/index.ts';
import { filesOf } from '../testing/files.ts';
import { create, define, f, list, openRecordsServer, server, user } from '../testing/records.ts';

openRecordsServer();

/** A workbook with cells that have formulas or formats. */
async function book(rows: (string | number | Partial<Cell>)[][]): Promise<Buffer> {
  const cells = new Map(
    rows.flatMap((row, r) =>
      row.flatMap((cell, c) => (typeof cell === 'object' ? [[`${r},${c}`, cell] as const] : [])),
    ),
  );
  const values = rows.map((row) => row.map((cell) => (typeof cell === 'object' ? null : cell)));
  return Buffer.from(await writeXlsx({ sheets: [{ name: '记录', rows: values, cells }] }));
}
const formula = (text: string, formulaResult: number): Partial<Cell> => ({
  formula: text,
  formulaResult,
  value: formulaResult,
  type: 'formula',
});

/** Imports the whole file; the records it made, or what is said of its cells. */
async function imported(
  object: string,
  bytes: Buffer,
  more: { mode?: 'create' | 'update'; key?: string } = {},
) {
  const files = filesOf(server, object);
  const { data } = await files.upload('记录.xlsx', bytes, user);
  const fields = data.columns.map(({ field }) => field);
  const checked = await files.check(data.importId, fields, user, more);
  if (checked.invalid > 0)
    return checked.problems.map(({ column, message }) => `${column}：${message}`);
  expect(await files.confirm(data.importId, user)).toMatchObject({ state: 'done', invalid: 0 });
  return (await list(object, { sort: [{ field: 'code', dir: 'asc' }] })).records;
}

it('the results of formulas are the numbers a spreadsheet shows, not what binary makes of them', async () => {
  await define('sale', [
    f('code', '编号', 'text'),
    f('amount', '金额', 'currency', { precision: 12, scale: 2 }),
    f('told', '说明', 'text'),
  ]);
  const made = await imported(
    'sale',
    await book([
      ['编号', '金额', '说明'],
      ['1', formula('4.35*100', 4.35 * 100), formula('0.1+0.2', 0.1 + 0.2)],
      ['2', formula('1.1*3', 1.1 * 3), 1234567890123456],
    ]),
  );
  expect(made).toMatchObject([
    { amount: 435, told: '0.3' },
    { amount: 3.3, told: '1234567890123456' },
  ]);
});

const shown = (value: number, numFmt: string): Partial<Cell> => ({
  value,
  type: 'number',
  style: { numFmt },
});

it('a percentage is its value in a number, refused in an amount, and what is quoted is only shown', async () => {
  await define('offer', [
    f('code', '编号', 'text'),
    f('rate', '折扣', 'decimal', { precision: 8, scale: 4 }),
    f('share', '占比', 'percent', { precision: 6, scale: 2 }),
  ]);
  const made = await imported(
    'offer',
    await book([
      ['编号', '折扣', '占比'],
      ['1', shown(0.85, '0%'), shown(0.85, '0%')],
      ['2', '12.5%', '12.5%'],
      ['3', shown(85, '0"%"'), shown(85, '0\\%')],
    ]),
  );
  expect(made).toMatchObject([
    { rate: 0.85, share: 85 },
    { rate: 0.125, share: 12.5 },
    { rate: 85, share: 85 },
  ]);
  await define('fee', [f('code', '编号', 'text'), f('paid', '实付', 'currency')]);
  const refused = await book([
    ['编号', '实付'],
    ['1', shown(0.85, '0%')],
  ]);
  expect(await imported('fee', refused)).toEqual(['实付：“85%”是百分数，这一列不能填百分数']);
});

it('a moment with the half of the day is read right, one with a zone is refused', async () => {
  await define('meeting', [f('code', '编号', 'text'), f('begins', '开始', 'dateTime')]);
  const file = (...begins: string[]) =>
    Buffer.from(['编号,开始', ...begins.map((text, i) => `${i},${text}`)].join('\n'));
  expect(
    await imported('meeting', file('2026/1/5 3:20 PM', '2026/1/5 下午3:20', '2026/1/5 12:20 AM')),
  ).toMatchObject([
    { begins: '2026-01-05T07:20:00.000Z' },
    { begins: '2026-01-05T07:20:00.000Z' },
    { begins: '2026-01-04T16:20:00.000Z' },
  ]);
  expect(await imported('meeting', file('2026-01-05 03:20 UTC'))).toEqual([
    '开始：“2026-01-05 03:20 UTC”不是日期时间',
  ]);
});

it('a code keeps the zeros its format shows, and finds its record by them; hours go on after a day', async () => {
  await define('worker', [
    f('code', '工号', 'text', { unique: true }),
    f('post', '邮编', 'text'),
    f('worked', '工时', 'duration'),
  ]);
  await create('worker', [{ code: '00123' }]);
  const [found, ...others] = (await imported(
    'worker',
    await book([
      ['工号', '邮编', '工时'],
      [shown(123, '00000'), shown(10010, '000000_ ;[Red]\\-000000'), shown(25.5 / 24, '[h]:mm')],
    ]),
    { mode: 'update', key: 'code' },
  )) as Record<string, unknown>[];
  expect([found, others]).toMatchObject([{ code: '00123', post: '010010', worked: 91_800 }, []]);
});

it('dates and lengths of time count from the first day of their workbook', async () => {
  const length = (value: Date): Partial<Cell> => ({
    value,
    type: 'date',
    style: { numFmt: '[h]:mm:ss' },
  });
  const time = { value: new Date(Date.UTC(1904, 0, 1, 9, 30)), style: { numFmt: 'h:mm' } };
  const cells = new Map([
    ['1,0', length(new Date(Date.UTC(1904, 2, 11, 1, 0, 5)))],
    ['1,1', time],
  ]);
  const rows = [
    ['时长', '时间'],
    [null, null],
  ];
  const bytes = Buffer.from(
    await writeXlsx({ sheets: [{ name: '一', rows, cells }], dateSystem: '1904' }),
  );
  const [, read] = await readSheet(server.db, bytes, { rows: 10, columns: 5, text: 100 });
  expect(read?.cells).toEqual(['1681:00:05', '09:30:00']);
});
