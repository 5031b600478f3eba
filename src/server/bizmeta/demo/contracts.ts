import type {
  DescribeInput,
  FieldInput,
  RecordValues,
  SelectOption,
} from '../../../contract/index.ts';
import { addDays } from '../fields/filters/calendar.ts';
import type { GeneratedRecord, DemoWorld } from './records.ts';
import { PRODUCTS } from './words.ts';

/** Contracts: the demo's object with the richer kinds of fields. */

const f = (
  apiName: string,
  label: string,
  type: FieldInput['type'],
  more: Partial<FieldInput> = {},
): FieldInput => ({ apiName, label, type, ...more });
const o = (
  code: string,
  label: string,
  color?: string,
  children?: SelectOption[],
): SelectOption => ({ code, label, ...(color && { color }), ...(children && { children }) });
const money: Partial<FieldInput> = { precision: 15, scale: 2, min: 0 };

const KINDS: SelectOption[] = [
  o('sale', '销售合同', undefined, [
    o('saleOnce', '单次供货'),
    o('saleYear', '年度框架'),
    o('saleTrial', '试单'),
  ]),
  o('service', '服务合同', undefined, [
    o('install', '安装与软装', undefined, [o('curtain', '窗帘安装'), o('fitting', '整屋软装')]),
    o('wash', '布草洗涤'),
  ]),
  o('agent', '经销合同', undefined, [o('region', '区域经销'), o('store', '门店加盟')]),
];

export const CONTRACT: DescribeInput = {
  apiName: 'contract',
  label: '合同',
  icon: 'safe',
  description: '与客户签订的合同，含供货明细与条款',
  titleField: 'name',
  validations: [
    {
      expr: 'period.to >= signDay',
      message: '合同期限不能在签订日期之前结束',
      field: 'period',
    },
  ],
  fields: [
    f('no', '合同编号', 'autoNumber', {
      numberRule: {
        segments: [
          { kind: 'const', text: 'HT' },
          { kind: 'date', format: 'YYYYMM' },
          { kind: 'seq', length: 4 },
        ],
        reset: 'month',
      },
    }),
    f('name', '合同名称', 'text', { required: true, maxLength: 100 }),
    f('customer', '客户', 'lookup', { required: true, refObject: 'customer' }),
    f('orders', '相关订单', 'lookups', { refObject: 'salesOrder' }),
    f('kind', '合同类型', 'cascade', { required: true, leafOnly: true, options: KINDS }),
    f('status', '状态', 'singleSelect', {
      required: true,
      defaultValue: 'draft',
      options: [
        o('draft', '起草中', 'gray'),
        o('signing', '会签中', 'arcoblue'),
        o('running', '履行中', 'green'),
        o('ended', '已到期', 'orange'),
        o('broken', '已终止', 'red'),
      ],
    }),
    f('reason', '终止原因', 'longText', { maxLength: 500, requiredWhen: "status = 'broken'" }),
    f('signDay', '签订日期', 'date'),
    f('period', '合同期限', 'dateRange'),
    f('lines', '供货明细', 'subTable', {
      fields: [
        f('product', '品名', 'text', { required: true, maxLength: 60 }),
        f('sku', '货号', 'barcode'),
        f('quantity', '数量', 'decimal', { required: true, precision: 9, scale: 2, min: 0 }),
        f('price', '单价', 'currency', { ...money, required: true, noSum: true }),
        f('delivery', '交期', 'date'),
      ],
    }),
    f('amount', '合同金额', 'formula', {
      formula: 'sum(quantity * price of lines)',
      scale: 2,
      showAs: 'currency',
    }),
    f('prepay', '预付比例', 'slider', {
      min: 0,
      max: 100,
      step: 5,
      showAs: 'percent',
      help: '占合同金额的百分之几',
    }),
    f('prepaid', '预付款', 'formula', {
      formula: 'round(amount * prepay, 2)',
      scale: 2,
      showAs: 'currency',
    }),
    f('dearest', '最高单价', 'rollup', {
      rollup: { via: 'lines', fn: 'max', field: 'price' },
      noSum: true,
    }),
    f('settleMonth', '首次结算月', 'yearMonth'),
    f('receiveAt', '每日收货时间', 'time'),
    f('place', '收货地区', 'area'),
    f('spot', '签约地点', 'location'),
    f('owner', '负责人', 'user', { required: true }),
    f('handlers', '经办人', 'users'),
    f('countersign', '会签部门', 'depts'),
    f('approver', '审批角色', 'role'),
    f('score', '履约评分', 'rating'),
    f('terms', '补充条款', 'richText'),
    f('photos', '盖章页照片', 'image', { max: 6 }),
    f('sign', '经办人签名', 'signature'),
  ],
};

const LEAVES = [
  'saleOnce',
  'saleOnce',
  'saleYear',
  'saleYear',
  'saleTrial',
  'curtain',
  'fitting',
  'wash',
  'region',
  'store',
] as const;
const WORDS: Readonly<Record<(typeof LEAVES)[number], string>> = {
  saleOnce: '供货合同',
  saleYear: '年度框架协议',
  saleTrial: '试单合同',
  curtain: '窗帘安装合同',
  fitting: '软装配套合同',
  wash: '布草洗涤服务合同',
  region: '区域经销协议',
  store: '门店加盟协议',
};
/** Districts of cities with their place on the map, in degrees. */
const PLACES = [
  { code: '330106', lng: 120.13, lat: 30.26, address: '杭州市西湖区' },
  { code: '320508', lng: 120.62, lat: 31.31, address: '苏州市姑苏区' },
  { code: '310115', lng: 121.54, lat: 31.22, address: '上海市浦东新区' },
  { code: '440106', lng: 113.36, lat: 23.12, address: '广州市天河区' },
  { code: '440305', lng: 113.93, lat: 22.53, address: '深圳市南山区' },
  { code: '110105', lng: 116.44, lat: 39.92, address: '北京市朝阳区' },
  { code: '420106', lng: 114.32, lat: 30.55, address: '武汉市武昌区' },
  { code: '510104', lng: 104.08, lat: 30.65, address: '成都市锦江区' },
] as const;

const text = (words: string, ...marks: string[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
});
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const terms = (days: number) => ({
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 3 }, content: [text('付款与交付')] },
    {
      type: 'orderedList',
      attrs: { start: 1 },
      content: [
        {
          type: 'listItem',
          content: [
            paragraph(text('货到验收合格后 '), text(`${days} 日`, 'bold'), text(' 内付清余款。')),
          ],
        },
        {
          type: 'listItem',
          content: [paragraph(text('逾期付款的，每日按未付金额的万分之三计违约金。'))],
        },
      ],
    },
    paragraph(text('未尽事宜，由双方协商解决。')),
  ],
});

function linesOf({ r }: DemoWorld, day: string): RecordValues[] {
  return Array.from({ length: r.int(1, 4) }, () => {
    const product = r.pick(PRODUCTS);
    return {
      product: product.name,
      sku: product.sku,
      quantity: r.int(4, 60) * 10,
      price: Math.round(product.price * (0.85 + r.next() * 0.2) * 100) / 100,
      delivery: addDays(day, r.int(10, 60)),
    };
  });
}

function statusOf({ r }: DemoWorld, age: number): string {
  if (age > 400)
    return r.weighted([
      ['ended', 6],
      ['broken', 1],
    ] as const);
  return age > 20
    ? r.weighted([
        ['running', 8],
        ['broken', 1],
      ] as const)
    : r.weighted([
        ['draft', 2],
        ['signing', 3],
        ['running', 3],
      ] as const);
}

/** Days between one contract and the one before. */
const EVERY = 9;

/** Contracts with customers that buy, the oldest first; `roleId` is who approves them. */
export function makeContracts(
  world: DemoWorld,
  customers: readonly GeneratedRecord[],
  orders: readonly GeneratedRecord[],
  count: number,
  roleId: string | undefined,
): RecordValues[] {
  const { r, users, depts, today } = world;
  const buyers = customers.filter((each) => each.values['status'] === 'active');
  return Array.from({ length: count }, (_, i): RecordValues => {
    const [customer, kind, place] = [r.pick(buyers), r.pick(LEAVES), r.pick(PLACES)];
    const age = (count - i) * EVERY + r.int(0, EVERY - 1);
    const day = addDays(today, -age);
    const status = statusOf(world, age);
    const signed = status !== 'draft' && status !== 'signing';
    return {
      name: `${String(customer.values['name']).slice(0, 4)}${WORDS[kind]}`,
      customer: customer.id,
      kind,
      status,
      reason:
        status === 'broken'
          ? r.pick(['客户门店关闭，双方协商终止', '交期多次变更，客户转由本地采购'])
          : null,
      orders: orders
        .filter((order) => order.values['customer'] === customer.id)
        .slice(0, 3)
        .map((order) => order.id),
      signDay: signed ? day : null,
      period: {
        from: addDays(day, 1),
        to: addDays(day, kind === 'saleOnce' || kind === 'saleTrial' ? 90 : 365),
      },
      lines: linesOf(world, day),
      prepay: r.pick([0, 10, 20, 30, 30, 50]),
      settleMonth: addDays(day, 31).slice(0, 7),
      receiveAt: r.pick(['08:30', '09:00', '13:30', '14:00']),
      place: place.code,
      spot: signed ? { lng: place.lng, lat: place.lat, address: place.address } : null,
      owner: customer.values['owner'],
      handlers: [...new Set([r.pick(users), r.pick(users)])],
      countersign: [...new Set([r.pick(depts), r.pick(depts)])],
      approver: roleId ?? null,
      score: signed ? r.int(3, 5) : null,
      terms: terms(r.pick([15, 30, 45])),
    };
  });
}
