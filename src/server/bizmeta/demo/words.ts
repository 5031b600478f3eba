import { pinyin } from 'pinyin-pro';
import type { Random } from './random.ts';

/**
 * Parts that names, addresses and remarks are set from. Companies and persons are made, none is
 * meant.
 */

export const REGIONS = [
  {
    code: 'east',
    label: '华东',
    cities: ['杭州', '绍兴', '宁波', '苏州', '南通', '上海', '嘉兴', '湖州', '无锡', '合肥'],
  },
  {
    code: 'south',
    label: '华南',
    cities: ['广州', '佛山', '深圳', '东莞', '厦门', '泉州', '中山', '南宁'],
  },
  {
    code: 'north',
    label: '华北',
    cities: ['北京', '天津', '石家庄', '保定', '太原', '济南', '青岛'],
  },
  { code: 'central', label: '华中', cities: ['武汉', '长沙', '郑州', '南昌', '襄阳', '洛阳'] },
  { code: 'west', label: '西部', cities: ['成都', '重庆', '西安', '昆明', '贵阳', '兰州'] },
] as const;

const FIRST = [...'云岚青禾澜溪沐柏锦棠瑞织素雅棉远初晴暖栖若望静月宁川'];
const SECOND = [...'岚禾舟屿棠源织锦裳庭居里和野原安陌泽霖朵语风白序'];

export const INDUSTRIES = [
  { code: 'hotel', label: '酒店民宿', words: ['酒店管理', '民宿', '度假村'] },
  { code: 'retail', label: '连锁零售', words: ['家居', '百货', '商贸', '生活用品'] },
  { code: 'commerce', label: '电子商务', words: ['电子商务', '网络科技', '优品电商'] },
  { code: 'property', label: '地产家装', words: ['软装设计', '装饰工程', '置业'] },
  { code: 'care', label: '医养机构', words: ['养老服务', '医疗用品', '月子护理'] },
  { code: 'school', label: '学校团购', words: ['教育后勤', '校园服务'] },
  { code: 'export', label: '外贸出口', words: ['纺织', '进出口', '家纺', '国际贸易'] },
] as const;
const FORMS = [
  ['有限公司', 8],
  ['股份有限公司', 1],
  ['集团有限公司', 1],
] as const;

const SURNAMES = [
  ...'王李张刘陈杨黄赵吴周徐孙马朱胡林郭何高罗郑梁谢宋唐许邓冯韩曹曾彭萧蔡潘田董袁于余叶蒋杜苏魏程吕丁沈任姚卢傅钟姜崔谭廖范汪陆金石戴贾韦夏邱方侯邹熊孟秦白江阎薛尹段雷黎史龙陶贺顾毛郝龚邵万钱严覃武戴莫孔向汤',
];
const GIVEN = [
  ...'思远清和知行望舒景明一诺子墨若溪雨桐浩然嘉宁书言亦凡晓棠语安星野可欣文博立诚佳音俊熙沐辰梓涵诗涵怀瑾云舟令仪静姝承泽以宁',
];

export const brandOf = (r: Random): string => r.pick(FIRST) + r.pick(SECOND);
export const personName = (r: Random): string =>
  r.pick(SURNAMES) + r.pick(GIVEN) + (r.chance(0.75) ? r.pick(GIVEN) : '');
export const companyName = (
  r: Random,
  city: string,
  brand: string,
  words: readonly string[],
): string => city + brand + r.pick(words) + r.weighted(FORMS);

/** No mobile number begins with 12 and no local one with 0: the numbers reach no real person. */
export const mobileOf = (n: number): string => `120${String(n % 100_000_000).padStart(8, '0')}`;
export const landlineOf = (r: Random): string =>
  `0571-0${String(r.int(0, 9_999_999)).padStart(7, '0')}`;
/** example.com is reserved and belongs to no one. */
const letters = (text: string) =>
  pinyin(text, { toneType: 'none', type: 'array' })
    .join('')
    .replace(/[^a-z]/g, '');
export const emailOf = (name: string, n: number): string => `${letters(name)}${n}@example.com`;
export const siteOf = (brand: string, n: number): string =>
  `https://${letters(brand)}${n}.example.com`;

const STREETS = [
  '云栖路',
  '望江路',
  '青禾街',
  '澄心大道',
  '织锦巷',
  '学院北路',
  '科创园路',
  '临湖路',
  '枫桥路',
  '东环路',
];
export const addressOf = (r: Random, city: string): string =>
  `${city}市${r.pick(STREETS)} ${r.int(1, 399)} 号${r.chance(0.5) ? ` ${r.int(1, 12)} 幢 ${r.int(2, 26)}0${r.int(1, 9)} 室` : ''}`;

export const TITLES = [
  '采购经理',
  '采购专员',
  '总经理',
  '运营总监',
  '商品经理',
  '财务主管',
  '行政主管',
  '门店店长',
  '供应链经理',
  '工程部主管',
] as const;

export const PRODUCTS = [
  { name: '60 支长绒棉四件套', sku: 'CQ-6001', unit: '套', price: 468 },
  { name: '80 支贡缎四件套', sku: 'CQ-8002', unit: '套', price: 698 },
  { name: '酒店白缎条床单', sku: 'HT-1001', unit: '条', price: 86 },
  { name: '酒店缎条被套', sku: 'HT-1002', unit: '条', price: 138 },
  { name: '全棉毛巾 120 克', sku: 'MJ-1201', unit: '条', price: 12.8 },
  { name: '全棉浴巾 500 克', sku: 'MJ-5001', unit: '条', price: 46 },
  { name: '95 白鹅绒冬被', sku: 'BZ-9501', unit: '床', price: 1680 },
  { name: '大豆纤维春秋被', sku: 'BZ-2203', unit: '床', price: 268 },
  { name: '桑蚕丝被 2 斤', sku: 'BZ-3102', unit: '床', price: 880 },
  { name: '乳胶枕', sku: 'ZT-1105', unit: '只', price: 168 },
  { name: '荞麦枕', sku: 'ZT-1206', unit: '只', price: 78 },
  { name: '亚麻窗帘定制', sku: 'CL-7001', unit: '米', price: 128 },
  { name: '遮光窗帘定制', sku: 'CL-7002', unit: '米', price: 96 },
  { name: '棉麻沙发巾', sku: 'SF-4001', unit: '条', price: 118 },
  { name: '珊瑚绒毯', sku: 'TZ-2001', unit: '条', price: 88 },
  { name: '婴童纱布浴巾', sku: 'YT-1003', unit: '条', price: 65 },
  { name: '竹纤维凉席', sku: 'XL-6003', unit: '张', price: 238 },
  { name: '防水床笠', sku: 'CL-1108', unit: '条', price: 72 },
] as const;

export const DEAL_WORDS = [
  '客房布草更新',
  '春季新品首单',
  '年度框架采购',
  '门店样板间',
  '秋冬被芯补货',
  '会员礼品定制',
  '跨境平台铺货',
  '宿舍用品统采',
  '软装项目配套',
  '开业批量采购',
] as const;
export const LOST_WORDS = [
  '价格高于同行，客户选择了本地供应商',
  '客户项目推迟到明年',
  '起订量达不到',
  '交期不能满足',
  '客户改用租赁布草',
] as const;
export const REMARKS = [
  '客户要求先寄色样确认。',
  '按去年价格执行，量大再议。',
  '发货前电话通知仓库。',
  '需提供质检报告和吊牌图。',
  '账期三十天，月底对账。',
  '包装印客户标识，箱唛见附件。',
  '分两批交货，首批保证开业使用。',
] as const;
