import {
  amountOf,
  approve,
  cc,
  chain,
  choice,
  condition,
  count,
  day,
  files,
  handle,
  inclusive,
  leader,
  money,
  fromField,
  note,
  other,
  otherwise,
  parallel,
  person,
  rows,
  side,
  starter,
  textField,
  titled,
  when,
  type LibraryTemplate,
} from './build.ts';

const category = '采购与销售';

/** Templates about buying, selling and contracts. */
export const TRADE_TEMPLATES: readonly LibraryTemplate[] = [
  {
    key: 'purchase',
    name: '采购',
    category,
    description: '主管审批，五千元以上询价，五万元以上总经理审批，到货后验收',
    fields: [
      rows(
        'lines',
        '采购明细',
        textField('item', '名称'),
        count('quantity', '数量'),
        money('price', '单价'),
      ),
      money('total', '总金额'),
      day('needed', '需要日期'),
      { ...textField('supplier', '供应商', false) },
      note(),
    ],
    settings: { titleTemplate: '采购 {{total}} 元', summaryFields: ['total', 'needed'] },
    nodes: chain(
      approve('leader', '主管审批', leader),
      condition(
        'amount',
        '按金额',
        when(
          'large',
          '五万元以上',
          'total >= 50000',
          handle('bids', '采购询价', titled('采购专员'), { fieldPerms: { supplier: 'required' } }),
          approve('ceo', '总经理审批', titled('总经理')),
        ),
        when(
          'middle',
          '五千元以上',
          'total >= 5000',
          handle('quote', '采购询价', titled('采购专员'), { fieldPerms: { supplier: 'required' } }),
        ),
        otherwise('small'),
      ),
      approve('manager', '采购经理审批', titled('采购经理')),
      handle('accept', '到货验收', starter),
    ),
  },
  {
    key: 'contract',
    name: '合同会签',
    category,
    description: '法务、财务、业务并行会签，任何一方退回都回到发起人，最后总经理签批并用印',
    fields: [
      textField('title', '合同名称'),
      textField('partner', '对方'),
      money('amount', '金额'),
      files('draft', '合同文本'),
      note(),
    ],
    settings: {
      titleTemplate: '合同会签：{{title}}',
      summaryFields: ['partner', 'amount'],
      dataMode: 'snapshot',
    },
    nodes: chain(
      approve('leader', '业务负责人', leader),
      parallel(
        'sign',
        '会签',
        side(
          'law',
          '法务',
          approve('legal', '法务审核', titled('法务'), {
            returnTargets: 'starter',
            returnMode: 'jumpBack',
          }),
        ),
        side(
          'money',
          '财务',
          approve('finance', '财务审核', titled('财务经理'), { returnTargets: 'starter' }),
        ),
        side(
          'tax',
          '税务',
          approve('taxes', '税务审核', titled('税务专员'), { skipWhen: 'amount < 10000' }),
        ),
      ),
      approve('ceo', '总经理签批', titled('总经理'), {
        buttons: { approve: { needSignature: true } },
      }),
      handle('seal', '用印', titled('印章管理员')),
    ),
  },
  {
    key: 'contractChange',
    name: '合同变更',
    category,
    description: '变更金额的须财务，变更期限的须业务，都变更的两边都审',
    fields: [
      textField('contract', '合同编号'),
      choice('changesAmount', '变更金额', '是', '否'),
      choice('changesTerm', '变更期限', '是', '否'),
      note('content', '变更内容'),
    ],
    settings: { titleTemplate: '合同变更 {{contract}}' },
    nodes: chain(
      inclusive(
        'what',
        '变更了什么',
        when(
          'amount',
          '金额',
          "changesAmount = '是'",
          approve('finance', '财务审批', titled('财务经理')),
        ),
        when('term', '期限', "changesTerm = '是'", approve('business', '业务审批', leader)),
        otherwise('rest'),
      ),
      approve('legal', '法务审批', titled('法务')),
    ),
  },
  {
    key: 'supplier',
    name: '供应商准入',
    category,
    description: '采购初审、质量现场审核，评分不足退回补充',
    fields: [
      textField('name', '供应商名称'),
      files('papers', '资质文件'),
      { ...amountOf('score', '审核评分', false) },
      note('about', '供应商情况'),
    ],
    settings: { titleTemplate: '供应商准入：{{name}}' },
    nodes: chain(
      approve('buyer', '采购初审', titled('采购经理')),
      handle('audit', '现场审核', titled('质量工程师'), { fieldPerms: { score: 'required' } }),
      condition(
        'score',
        '按评分',
        when(
          'low',
          '低于六十分',
          'score < 60',
          approve('exception', '例外批准', titled('总经理'), { onReject: 'toStarter' }),
        ),
        otherwise('enough'),
      ),
      other('register', 'trigger', '登记合格供应商', {
        do: { action: 'update', values: { about: "about & '（已准入）'" } },
      }),
      cc('buyers', '通知采购', titled('采购专员')),
    ),
  },
  {
    key: 'goodsReturn',
    name: '退货',
    category,
    description: '仓库验货，质量判责，责任在我方的财务退款',
    fields: [
      textField('order', '订单编号'),
      choice('fault', '责任方', '我方', '客户'),
      money('refund', '退款金额'),
      note(),
    ],
    settings: { titleTemplate: '退货 {{order}}' },
    nodes: chain(
      handle('inspect', '仓库验货', titled('库管')),
      approve('quality', '质量判责', titled('质量工程师'), { fieldPerms: { fault: 'write' } }),
      condition(
        'whose',
        '责任方',
        when(
          'ours',
          '我方责任',
          "fault = '我方'",
          approve('sales', '销售总监', titled('销售总监')),
          handle('pay', '财务退款', titled('出纳')),
        ),
        otherwise('theirs', cc('tell', '告知销售', starter)),
      ),
    ),
  },
  {
    key: 'complaint',
    name: '客诉',
    category,
    description: '四小时内受理，超时升级；处理后由客服回访，不满意重新处理',
    fields: [
      textField('customer', '客户'),
      note('content', '投诉内容'),
      person('handler', '处理人'),
      { ...choice('satisfied', '是否满意', '满意', '不满意'), required: false },
    ],
    settings: { titleTemplate: '客诉：{{customer}}' },
    nodes: chain(
      handle('accept', '受理', titled('客服'), {
        multi: 'any',
        timeouts: [
          { after: { amount: 4, unit: 'workHours' }, action: 'transfer', to: titled('客服经理') },
        ],
      }),
      handle('solve', '处理', fromField('handler')),
      handle('visit', '回访', titled('客服'), {
        multi: 'any',
        fieldPerms: { satisfied: 'required' },
      }),
      other('again', 'router', '不满意重新处理', {
        routes: [{ id: 'unhappy', when: "satisfied = '不满意'", to: 'solve' }],
      }),
    ),
  },
];
