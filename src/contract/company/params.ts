/**
 * Parameters the platform knows: what a company may set without a builder. One table for both
 * sides: the page shows it, the server checks against it, services read values with `paramOf` of
 * src/server/system. Other keys are a company's own.
 */
export interface ParamDefinition {
  readonly name: string;
  readonly group: string;
  readonly about: string;
  readonly default: number | boolean;
  /** Bounds of a number, both included, and what it counts. */
  readonly min?: number;
  readonly max?: number;
  readonly unit?: string;
}

export const PARAMS = {
  'session.idleHours': {
    group: '登录与安全',
    name: '无操作自动退出',
    about: '没有勾选“记住我”时，多久没有操作就需要重新登录，从下次登录起',
    default: 12,
    min: 1,
    max: 720,
    unit: '小时',
  },
  'session.rememberDays': {
    group: '登录与安全',
    name: '记住登录的期限',
    about:
      '登录时勾选“记住我”后，多久不用再登录，没有操作也算在内；填 0 则“记住我”不起作用。从下次登录起',
    default: 30,
    min: 0,
    max: 365,
    unit: '天',
  },
  'invite.validDays': {
    group: '成员',
    name: '邀请的有效期',
    about: '发给个人的邀请和企业邀请链接，多久后失效；已发出的不变',
    default: 7,
    min: 1,
    max: 90,
    unit: '天',
  },
  // The Cybersecurity Law (article 21) asks for six months at least.
  'log.keepDays': {
    group: '日志',
    name: '日志保留多久',
    about: '登录日志和操作日志到期后自动删除；按法规不少于六个月',
    default: 365,
    min: 180,
    max: 3_650,
    unit: '天',
  },
} as const satisfies Record<string, ParamDefinition>;

export type ParamKey = keyof typeof PARAMS;
export const PARAM_KEYS = /* @__PURE__ */ Object.keys(PARAMS) as ParamKey[];
export const isParamKey = (key: string): key is ParamKey => Object.hasOwn(PARAMS, key);
/** What a known parameter's value is in code. */
export type ParamValue<K extends ParamKey> = (typeof PARAMS)[K]['default'] extends boolean
  ? boolean
  : number;

/** Kinds of a company's own parameters. */
export const PARAM_TYPES = ['text', 'number', 'boolean'] as const;
export type ParamType = (typeof PARAM_TYPES)[number];
/**
 * Characters of an own parameter's text; most own parameters of a company: more is data, and
 * belongs in an object.
 */
export const MAX_PARAM_TEXT = 1_000;
export const MAX_OWN_PARAMS = 300;
