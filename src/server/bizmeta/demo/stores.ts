import type {
  DescribeInput,
  FieldInput,
  RecordValues,
  SelectOption,
} from '../../../contract/index.ts';
import type { DemoSeed } from '../../kernel/index.ts';
import { addDays } from '../fields/filters/calendar.ts';
import type { GeneratedRecord, DemoWorld } from './records.ts';
import { seedApp } from './seed-app.ts';
import { PRODUCTS, REMARKS } from './words.ts';

/**
 * The demo's second app: what goes in and out of the warehouses, which is many rows, and the papers
 * for it, which are a tree.
 */

const SEED = 20_260_303;
/** A table of this many rows is what the grid is shown with. */
const MOVES = 10_000;
/** Days the moves reach back: two years. */
const HISTORY = 730;

const f = (
  apiName: string,
  label: string,
  type: FieldInput['type'],
  more: Partial<FieldInput> = {},
): FieldInput => ({ apiName, label, type, ...more });
const o = (code: string, label: string, color?: string): SelectOption => ({
  code,
  label,
  ...(color && { color }),
});
const must = { required: true };
const money: Partial<FieldInput> = { precision: 15, scale: 2, min: 0 };

const APP = {
  name: '仓储管理',
  description: '出入库流水与单据模板',
  style: JSON.stringify({ icon: 'storage', color: 'green', iconColor: 'green' }),
};
const WAREHOUSES = [
  o('main', '杭州总仓', 'arcoblue'),
  o('south', '东莞分仓', 'cyan'),
  o('north', '廊坊分仓', 'purple'),
  o('return', '退货仓', 'orange'),
];
const KINDS = [
  o('in', '采购入库', 'green'),
  o('out', '销售出库', 'arcoblue'),
  o('back', '退货入库', 'orange'),
  o('shift', '调拨', 'gray'),
  o('count', '盘点调整', 'red'),
];

const stockMove: DescribeInput = {
  apiName: 'stockMove',
  label: '出入库流水',
  icon: 'swap',
  description: '每一次货物进出仓库',
  titleField: 'no',
  fields: [
    f('no', '流水号', 'text', { ...must, maxLength: 20, unique: true }),
    f('day', '日期', 'date', must),
    f('kind', '类型', 'singleSelect', { ...must, options: KINDS }),
    f('warehouse', '仓库', 'singleSelect', { ...must, options: WAREHOUSES }),
    f('product', '品名', 'text', { ...must, maxLength: 60 }),
    f('sku', '货号', 'barcode'),
    f('quantity', '数量', 'integer'),
    f('price', '单价', 'currency', { ...money, noSum: true }),
    f('amount', '金额', 'currency', { precision: 15, scale: 2 }),
    f('lot', '批次', 'text', { maxLength: 20 }),
    f('keeper', '经办人', 'user', must),
    f('remark', '备注', 'text', { maxLength: 200 }),
  ],
};

const docTemplate: DescribeInput = {
  apiName: 'docTemplate',
  label: '单据模板',
  icon: 'file',
  description: '仓库里用的单据和报表，按文件夹存放',
  titleField: 'name',
  fields: [
    f('name', '名称', 'text', { ...must, maxLength: 60 }),
    f('parent', '上级', 'lookup', { refObject: 'docTemplate' }),
    f('kind', '种类', 'singleSelect', {
      ...must,
      defaultValue: 'file',
      options: [
        o('folder', '文件夹', 'gray'),
        o('file', '单据', 'arcoblue'),
        o('bar-chart', '报表', 'green'),
      ],
    }),
    f('place', '次序', 'decimal', { precision: 15, scale: 6 }),
    f('text', '说明', 'longText', { maxLength: 2000 }),
  ],
};

function makeMove({ r, today, users, newId }: DemoWorld, n: number): GeneratedRecord {
  // The first one made is the oldest: numbers follow the days.
  const day = addDays(today, -Math.floor((HISTORY * (MOVES - n)) / MOVES));
  const product = r.pick(PRODUCTS);
  const kind = r.weighted([
    ['in', 5],
    ['out', 9],
    ['back', 1],
    ['shift', 2],
    ['count', 1],
  ] as const);
  const quantity =
    r.int(2, 160) * 5 * (kind === 'out' ? -1 : kind === 'count' ? r.pick([-1, 1]) : 1);
  const price = Math.round(product.price * (0.62 + r.next() * 0.1) * 100) / 100;
  const keeper = r.pick(users);
  const values: RecordValues = {
    no: `LS${String(n).padStart(6, '0')}`,
    day,
    kind,
    warehouse:
      kind === 'back'
        ? 'return'
        : r.weighted([
            ['main', 5],
            ['south', 3],
            ['north', 2],
          ] as const),
    product: product.name,
    sku: product.sku,
    quantity,
    price,
    amount: Math.round(quantity * price * 100) / 100,
    lot: `P${day.slice(2, 4)}${day.slice(5, 7)}-${r.int(1, 40)}`,
    keeper,
    remark: r.chance(0.1) ? r.pick(REMARKS) : null,
  };
  return { id: newId(), values, at: new Date(`${day}T02:00:00Z`), by: keeper };
}

/** Folders by name, each with its papers; a name with a star is a report. */
const SHELVES: Readonly<Record<string, readonly string[]>> = {
  入库: ['采购入库单', '退货入库单', '质检记录', '*入库汇总表'],
  出库: ['销售出库单', '领料单', '装箱清单', '送货单', '*出库汇总表'],
  库内作业: ['调拨单', '盘点单', '报损单', '*盘点差异表'],
  报表: ['*库存日报', '*库龄分析', '*周转率月报'],
};
function makeTemplates({ now, users, newId }: DemoWorld): GeneratedRecord[] {
  const make = (name: string, place: number, parent: string | null): GeneratedRecord => {
    // Codes are names of icons as well: the tree draws each kind by its own.
    const kind = parent === null ? 'folder' : name.startsWith('*') ? 'bar-chart' : 'file';
    return {
      id: newId(),
      at: now,
      by: users[0]!,
      values: {
        name: name.replace('*', ''),
        kind,
        place,
        parent,
        text: kind === 'folder' ? null : `用于${name.replace('*', '')}，打印为 A4 纵向。`,
      },
    };
  };
  return Object.entries(SHELVES).flatMap(([name, papers], i) => {
    const folder = make(name, i + 1, null);
    return [folder, ...papers.map((paper, at) => make(paper, at + 1, folder.id))];
  });
}

/** The app, its two objects and their records. */
export const seedStores = (seed: DemoSeed): Promise<void> =>
  seedApp(seed, APP, SEED, (world) => [
    {
      describe: stockMove,
      records: Array.from({ length: MOVES }, (_, i) => makeMove(world, i + 1)),
    },
    { describe: docTemplate, records: makeTemplates(world) },
  ]);
