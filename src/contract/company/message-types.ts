/**
 * Where a message opens: its content and date; the record it is about; a drawer about a role; a
 * window of its own.
 */
export type MessageContainer = 'Simple' | 'Loader' | 'Drawer' | 'Window';

/**
 * What messages are about, as people switch them off; a topic that is `fixed` cannot be. In the
 * order of the personal centre.
 */
export const MESSAGE_TOPICS = {
  mention: { title: '评论', about: '有人在评论中提到我，或回复我的评论', fixed: false },
  share: { title: '分享', about: '有人把记录分享给我', fixed: false },
  assign: { title: '指派', about: '记录的人员字段选了我', fixed: false },
  record: { title: '与我有关的记录', about: '人员字段中有我的记录被别人修改或删除', fixed: false },
  form: { title: '表单提交', about: '我负责的智能表单收到新的提交', fixed: false },
  object: {
    title: '业务表',
    about: '业务表被新建、修改、删除、启用或停用（搭建者）',
    fixed: false,
  },
  member: {
    title: '成员',
    about: '成员加入、变更或离开（管理员），以及我的资料变更',
    fixed: false,
  },
  role: { title: '角色与权限', about: '我的角色和权限有变更', fixed: true },
  flow: {
    title: '流程',
    about: '待我处理的、我发起的流程的结果、抄送给我的、催办与评论',
    fixed: false,
  },
  flowTemplate: {
    title: '流程模板',
    about: '流程模板被新建、修改、启用或停用（搭建者）',
    fixed: false,
  },
  handover: { title: '工作交接', about: '离职同事的工作交接给我', fixed: true },
} as const satisfies Record<string, { title: string; about: string; fixed: boolean }>;
export type MessageTopic = keyof typeof MESSAGE_TOPICS;

/** Work of the platform that will bring the sender of a type which has none yet. */
export const LATER_WORK = {
  industry: '企业互联',
} as const;
type LaterWork = keyof typeof LATER_WORK;

interface MessageType {
  /** Chinese name of the type. */
  readonly title: string;
  readonly container: MessageContainer;
  /**
   * What the container needs of a message's handlerParams; without it the message opens as Simple.
   */
  readonly needs: readonly string[];
  /** What it is about; none for a type that is not sent yet. */
  readonly topic?: MessageTopic;
  /** A type of the specification that nothing sends yet, and the work that will. */
  readonly later?: LaterWork;
}

type About = { readonly topic: MessageTopic } | { readonly later: LaterWork };
const simple = (title: string, about: About) =>
  ({ title, container: 'Simple', needs: [], ...about }) as const;
/** Opens the record: its object and id. */
const loader = (title: string, about: About) =>
  ({ title, container: 'Loader', needs: ['object', 'id'], ...about }) as const;
/** Opens the details of the role. */
const drawer = (title: string, about: About) =>
  ({ title, container: 'Drawer', needs: ['roleName'], ...about }) as const;
/** Opens an address of this site. */
const windowed = (title: string, about: About) =>
  ({ title, container: 'Window', needs: ['path'], ...about }) as const;

const member: About = { topic: 'member' };
const role: About = { topic: 'role' };
const record: About = { topic: 'record' };
const assign: About = { topic: 'assign' };
const object: About = { topic: 'object' };
const flow: About = { topic: 'flow' };
const template: About = { topic: 'flowTemplate' };
const industry: About = { later: 'industry' };

/**
 * Every type of message: those of the specification (section 3) and, last, our own. Each has its
 * sender or says which later work brings it; tests/promises holds the table in
 * src/server/msg/README.md to this one.
 */
export const MESSAGE_TYPES = {
  user_add: simple('新增用户', member),
  user_mod: simple('用户变更', member),
  user_del: simple('删除用户', member),
  role_add: drawer('新增角色', role),
  role_mod: drawer('角色变更', role),
  role_del: drawer('删除角色', role),
  bus_add: loader('新增业务数据', assign),
  bus_col_mod: loader('业务数据变更', record),
  bus_del: simple('删除业务数据', record),
  bus_mod_user: loader('业务数据的人员变更', assign),
  bus_tem_add: windowed('新建业务表', object),
  bus_tem_mod: windowed('业务表变更', object),
  bus_tem_opt: windowed('业务表启用或停用', object),
  pro_tem_del: simple('删除业务表', object),
  pro_tem_add: windowed('新建流程模板', template),
  pro_tem_mod: windowed('流程模板变更', template),
  pro_tem_opt: windowed('流程模板启用或停用', template),
  pro_node_trans: simple('离职交接', { topic: 'handover' }),
  pro_trans: loader('待办转交', flow),
  pro_confirm: windowed('服务商确认服务', industry),
  pro_cancel: windowed('服务商终止合作', industry),
  pro_mod: windowed('服务商授权期限变更', industry),
  con_feedback: windowed('客户反馈', industry),
  con_confirm: windowed('客户确认合作', industry),
  com_mention: loader('评论提到你', { topic: 'mention' }),
  rec_share: loader('分享记录', { topic: 'share' }),
  flow_todo: windowed('待我处理', flow),
  flow_result: windowed('流程结果', flow),
  flow_cc: windowed('抄送', flow),
  flow_urge: windowed('催办', flow),
  flow_comment: windowed('流程评论', flow),
  form_submit: loader('表单提交', { topic: 'form' }),
} as const satisfies Record<string, MessageType>;

export type MessageTypeCode = keyof typeof MESSAGE_TYPES;

/** The topic of each type that is sent, for looking it up by code. */
export const TOPIC_OF_TYPE: Readonly<Record<string, MessageTopic>> = Object.fromEntries(
  Object.entries<MessageType>(MESSAGE_TYPES).flatMap(([code, { topic }]) =>
    topic === undefined ? [] : [[code, topic]],
  ),
);

/** The title of an unknown type. */
const UNKNOWN: MessageType = { title: '通知', container: 'Simple', needs: [] };
export const messageType = (code: string): MessageType =>
  Object.hasOwn(MESSAGE_TYPES, code) ? MESSAGE_TYPES[code as MessageTypeCode] : UNKNOWN;

/** An address of this site, not of another one under the same slashes. */
const isOwnPath = (value: unknown): boolean =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value);
const isGiven = (name: string, value: unknown): boolean =>
  name === 'path' ? isOwnPath(value) : typeof value === 'string' && value !== '';

/**
 * Where this message opens: its type's container when the message has the required parameters, else
 * Simple.
 */
export function containerOf(
  code: string,
  handlerParams: Readonly<Record<string, unknown>>,
): MessageContainer {
  const { container, needs } = messageType(code);
  return needs.every((name) => isGiven(name, handlerParams[name])) ? container : 'Simple';
}
