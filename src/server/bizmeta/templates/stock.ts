import { choices, field, money, must, paperNumber, state, type Template } from './template.ts';

const amount = field('amount', '金额', 'formula', {
  formula: 'round(quantity * price, 2)',
  scale: 2,
  showAs: 'currency',
});
const quantity = field('quantity', '数量', 'decimal', {
  ...must,
  precision: 12,
  scale: 2,
  min: 0,
});

const product: Template['objects'][number] = {
  describe: {
    apiName: 'product',
    label: '商品',
    icon: 'gift',
    description: '进出仓库的货品，库存由出入库单算出',
    titleField: 'name',
    fields: [
      field('name', '品名', 'text', { ...must, maxLength: 60 }),
      field('sku', '货号', 'text', { ...must, maxLength: 20, unique: true }),
      field('kind', '分类', 'singleSelect', {
        ...choices('office 办公用品 arcoblue', 'pack 包装材料 orange', 'spare 备品备件 green'),
      }),
      field('unit', '单位', 'text', { maxLength: 5 }),
      field('price', '参考进价', 'currency', { ...money, noSum: true }),
      field('opening', '期初数量', 'decimal', { precision: 12, scale: 2, defaultValue: 0 }),
      field('came', '入库数量', 'rollup', {
        rollup: { via: 'stockIn.product', fn: 'sum', field: 'quantity' },
      }),
      field('went', '出库数量', 'rollup', {
        rollup: { via: 'stockOut.product', fn: 'sum', field: 'quantity' },
      }),
      field('stock', '当前库存', 'formula', {
        formula: 'coalesce(opening, 0) + coalesce(came, 0) - coalesce(went, 0)',
        scale: 2,
      }),
      field('value', '库存金额', 'formula', {
        formula: 'round(stock * price, 2)',
        scale: 2,
        showAs: 'currency',
      }),
      field('floor', '安全库存', 'decimal', { precision: 12, scale: 2, min: 0, noSum: true }),
      field('advice', '库存状态', 'formula', {
        formula: "if(stock < coalesce(floor, 0), '需要补货', '充足')",
      }),
      field('photo', '图片', 'image', { max: 3 }),
    ],
    sections: [
      {
        label: '商品',
        columns: 2,
        items: [
          { field: 'name' },
          { field: 'sku' },
          { field: 'kind' },
          { field: 'unit' },
          { field: 'price' },
          { field: 'photo' },
        ],
      },
      {
        label: '库存',
        columns: 2,
        items: [
          { field: 'opening' },
          { field: 'came' },
          { field: 'went' },
          { field: 'stock' },
          { field: 'value' },
          { field: 'floor' },
          { field: 'advice' },
        ],
      },
    ],
  },
  samples: [
    () => ({
      name: 'A4 复印纸 70 克',
      sku: 'BG-001',
      kind: 'office',
      unit: '箱',
      price: 98,
      opening: 20,
      floor: 15,
    }),
    () => ({
      name: '五层瓦楞纸箱 3 号',
      sku: 'BZ-003',
      kind: 'pack',
      unit: '个',
      price: 4.6,
      opening: 300,
      floor: 200,
    }),
    () => ({
      name: '封箱胶带 60 毫米',
      sku: 'BZ-011',
      kind: 'pack',
      unit: '卷',
      price: 3.2,
      opening: 60,
      floor: 80,
    }),
    () => ({
      name: '深沟球轴承 6204',
      sku: 'BJ-6204',
      kind: 'spare',
      unit: '只',
      price: 12.5,
      opening: 40,
      floor: 20,
    }),
  ],
};

const supplier: Template['objects'][number] = {
  describe: {
    apiName: 'supplier',
    label: '供应商',
    icon: 'idcard',
    description: '向我们供货的企业',
    titleField: 'name',
    fields: [
      field('name', '名称', 'text', { ...must, maxLength: 100 }),
      field('contact', '联系人', 'text', { maxLength: 30 }),
      field('tel', '电话', 'phone'),
      field('terms', '结算方式', 'singleSelect', {
        ...choices('now 现结', 'month 月结', 'season 季结'),
      }),
      field('bought', '采购数次', 'rollup', { rollup: { via: 'stockIn.supplier', fn: 'count' } }),
      field('remark', '备注', 'longText', { maxLength: 2000 }),
    ],
  },
  samples: [
    () => ({
      name: '绍兴文华纸业有限公司',
      contact: '孟德清',
      tel: '0575-85120033',
      terms: 'month',
    }),
    () => ({ name: '常州恒力轴承经营部', contact: '蒋国平', tel: '0519-88670214', terms: 'now' }),
  ],
};

const stockIn: Template['objects'][number] = {
  describe: {
    apiName: 'stockIn',
    label: '入库单',
    icon: 'download',
    description: '货品进入仓库',
    titleField: 'no',
    fields: [
      paperNumber('入库单号', 'RK'),
      field('day', '入库日期', 'date', must),
      field('kind', '类型', 'singleSelect', {
        ...state('buy 采购入库 green', 'back 退货入库 orange', 'count 盘盈 purple'),
      }),
      field('product', '商品', 'lookup', { ...must, refObject: 'product' }),
      field('supplier', '供应商', 'lookup', {
        refObject: 'supplier',
        requiredWhen: "kind = 'buy'",
      }),
      quantity,
      field('price', '单价', 'currency', { ...money, noSum: true }),
      amount,
      field('keeper', '经办人', 'user', must),
      field('remark', '备注', 'text', { maxLength: 200 }),
    ],
  },
  samples: [
    ({ me, day, id }) => ({
      day: day(-9),
      kind: 'buy',
      product: id('product', 0),
      supplier: id('supplier', 0),
      quantity: 30,
      price: 96,
      keeper: me,
    }),
    ({ me, day, id }) => ({
      day: day(-6),
      kind: 'buy',
      product: id('product', 3),
      supplier: id('supplier', 1),
      quantity: 50,
      price: 12.2,
      keeper: me,
    }),
    ({ me, day, id }) => ({
      day: day(-2),
      kind: 'back',
      product: id('product', 1),
      quantity: 20,
      price: 4.6,
      keeper: me,
      remark: '客户多订，原样退回',
    }),
  ],
};

const stockOut: Template['objects'][number] = {
  describe: {
    apiName: 'stockOut',
    label: '出库单',
    icon: 'upload',
    description: '货品离开仓库',
    titleField: 'no',
    fields: [
      paperNumber('出库单号', 'CK'),
      field('day', '出库日期', 'date', must),
      field('kind', '类型', 'singleSelect', {
        ...state('use 领用 arcoblue', 'sale 销售 green', 'loss 报损 red'),
      }),
      field('product', '商品', 'lookup', { ...must, refObject: 'product' }),
      quantity,
      field('price', '单价', 'currency', { ...money, noSum: true }),
      amount,
      field('dept', '领用部门', 'dept'),
      field('receiver', '领取人', 'user'),
      field('keeper', '经办人', 'user', must),
      field('remark', '备注', 'text', { maxLength: 200 }),
    ],
  },
  samples: [
    ({ me, day, id }) => ({
      day: day(-5),
      kind: 'use',
      product: id('product', 0),
      quantity: 12,
      price: 96,
      receiver: me,
      keeper: me,
    }),
    ({ me, day, id }) => ({
      day: day(-3),
      kind: 'sale',
      product: id('product', 1),
      quantity: 150,
      price: 6.8,
      keeper: me,
    }),
    ({ me, day, id }) => ({
      day: day(-1),
      kind: 'use',
      product: id('product', 2),
      quantity: 18,
      price: 3.2,
      receiver: me,
      keeper: me,
    }),
    ({ me, day, id }) => ({
      day: day(0),
      kind: 'loss',
      product: id('product', 3),
      quantity: 2,
      price: 12.2,
      keeper: me,
      remark: '锈蚀',
    }),
  ],
};

export const STOCK: Template = {
  key: 'stock',
  name: '进销存',
  description: '商品、供应商、入库单和出库单；库存随单据自动算出，低于安全库存有提示。',
  style: { icon: 'storage', color: 'green' },
  objects: [product, supplier, stockIn, stockOut],
  groups: { 单据: ['stockIn', 'stockOut'] },
};
