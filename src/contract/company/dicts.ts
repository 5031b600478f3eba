/**
 * Most dictionaries of a company, items of one, and levels of one that is a tree: what a list of
 * choices can show.
 */
export const MAX_DICTS = 300;
export const MAX_DICT_ITEMS = 2_000;
export const MAX_DICT_LEVELS = 5;

/**
 * Dictionaries that come with the platform; a company may add to them and switch items off, never
 * remove them.
 */
export interface BuiltInDict {
  readonly name: string;
  readonly note: string;
  readonly items: Readonly<Record<string, string>>;
}
export const DICTS = {
  resourceCategory: {
    name: '行业资源分类',
    note: '发布行业资源时选择',
    items: { product: '产品', service: '服务', solution: '解决方案', data: '数据', talent: '人才' },
  },
  companySize: {
    name: '企业规模',
    note: '企业资料中选择',
    items: {
      s1: '20 人以下',
      s2: '20 至 99 人',
      s3: '100 至 499 人',
      s4: '500 至 999 人',
      s5: '1000 人以上',
    },
  },
  gender: { name: '性别', note: '', items: { male: '男', female: '女' } },
  education: {
    name: '学历',
    note: '',
    items: {
      middle: '初中及以下',
      high: '高中或中专',
      college: '大专',
      bachelor: '本科',
      master: '硕士',
      doctor: '博士',
    },
  },
  idType: {
    name: '证件类型',
    note: '',
    items: {
      idCard: '居民身份证',
      passport: '护照',
      hkMacau: '港澳居民来往内地通行证',
      taiwan: '台湾居民来往大陆通行证',
      other: '其他',
    },
  },
  unit: {
    name: '计量单位',
    note: '',
    items: { piece: '个', set: '套', box: '箱', kg: '千克', meter: '米', hour: '小时', day: '天' },
  },
} as const satisfies Record<string, BuiltInDict>;
