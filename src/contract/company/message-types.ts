/**
 * Where a message opens: its content and date; the record it is about; a drawer about a role; a
 * window of its own.
 */
export type MessageContainer = 'Simple' | 'Loader' | 'Drawer' | 'Window';

interface MessageType {
  /** Chinese name of the type. */
  readonly title: string;
  readonly container: MessageContainer;
  /**
   * What the container needs of a message's handlerParams; without it the message opens as Simple.
   */
  readonly needs: readonly string[];
}

const simple = (title: string): MessageType => ({ title, container: 'Simple', needs: [] });
/** Opens the record: its object and id. */
const loader = (title: string): MessageType => ({
  title,
  container: 'Loader',
  needs: ['object', 'id'],
});
/** Opens the details of the role. */
const drawer = (title: string): MessageType => ({
  title,
  container: 'Drawer',
  needs: ['roleName'],
});
/** Opens an address of this site. */
const windowed = (title: string): MessageType => ({ title, container: 'Window', needs: ['path'] });

/** Every type of message (specification, section 3): its code, its name and where it leads. */
export const MESSAGE_TYPES = {
  user_add: simple('新增用户'),
  user_mod: simple('用户变更'),
  user_del: simple('删除用户'),
  role_add: drawer('新增角色'),
  role_mod: drawer('角色变更'),
  role_del: drawer('删除角色'),
  bus_add: loader('新增业务数据'),
  bus_col_mod: loader('业务数据变更'),
  bus_del: simple('删除业务数据'),
  bus_mod_user: loader('业务数据的人员变更'),
  bus_tem_add: windowed('新建业务表'),
  bus_tem_mod: windowed('业务表变更'),
  bus_tem_opt: windowed('业务表启用或停用'),
  pro_tem_del: simple('删除业务表'),
  pro_tem_add: windowed('新建流程模板'),
  pro_tem_mod: windowed('流程模板变更'),
  pro_tem_opt: windowed('流程模板启用或停用'),
  pro_node_trans: simple('离职交接'),
  pro_trans: loader('待办转交'),
  pro_confirm: windowed('服务商确认服务'),
  pro_cancel: windowed('服务商终止合作'),
  pro_mod: windowed('服务商授权期限变更'),
  con_feedback: windowed('客户反馈'),
  con_confirm: windowed('客户确认合作'),
} as const satisfies Record<string, MessageType>;

export type MessageTypeCode = keyof typeof MESSAGE_TYPES;

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
