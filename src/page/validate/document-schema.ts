import { CELL_TYPES, SPEC } from '../model/document.ts';
import { NODE_ACCESS } from '../../contract/index.ts';
import { MAX_NAME, MAX_NODE_ID, type Kind, type Schema } from '../../document/index.ts';

/**
 * The outline of a page document, closed: the required shape of any page, before its widgets are
 * checked.
 */

const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });
const closed = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const mapOf = (schema: Schema): Schema => ({ type: 'object', additionalProperties: schema });
const text = (description: string, most = 500): Schema => ({
  type: 'string',
  maxLength: most,
  description,
});

const KEY_PATTERN = '^[a-z][A-Za-z0-9]*([._-][A-Za-z0-9_]+)*$';
/** Whether a text can be a page's key. */
export const isSoundKey = (key: string): boolean => new RegExp(KEY_PATTERN).test(key);
/** What `do` says to run steps of the page. */
export const STEPS_PATTERN = '^steps\\.[a-z][A-Za-z0-9_]*$';
const TYPE_PATTERN = '^[a-z][A-Za-z0-9]*@[1-9][0-9]{0,3}$';

/** A value: anything, tagged or not. Formulas inside are checked at their places. */
const value: Schema = { description: '字面值，或 {"$x": 公式}、{"$t": 带公式的文本}' };
/** A value that names something. */
const naming = (kind: Kind): Schema => ({ ...ref('value'), 'x-kind': kind });
const flag: Schema = {
  anyOf: [{ type: 'boolean' }, ref('expression')],
  description: '是或否，或公式',
};

export const documentParts: Record<string, Schema> = {
  value,
  flag,
  expression: closed({ $x: { type: 'string', description: '公式' } }, ['$x']),
  template: closed({ $t: { type: 'string', description: '带公式的文本：你好，{user.realName}' } }, [
    '$t',
  ]),
  shared: {
    const: true,
    description: '由显示这个区块的页面用 shares 交来，与页面共用',
  },
  param: closed(
    { type: { type: 'string', enum: [...CELL_TYPES] }, required: { type: 'boolean' } },
    ['type'],
  ),
  state: closed(
    {
      type: { type: 'string', enum: [...CELL_TYPES] },
      init: ref('value'),
      is: { ...ref('value'), description: '算出来的值：随公式读到的内容变化，不能写入' },
      remember: { enum: [true, false, 'address', 'history'] },
      resets: {
        type: 'array',
        items: text('状态（state.x）或表单', 200),
        description: '这个状态变化时（是否类为变成“是”时）回到初始值的状态和表单',
      },
      shared: ref('shared'),
    },
    ['type'],
  ),
  steps: closed({ params: mapOf(ref('param')), do: ref('actions') }, ['do']),
  callSource: closed(
    {
      call: { ...text('接口编号', 100), 'x-kind': { kind: 'call', takes: 'data' } },
      input: naming({ kind: 'input', call: 'call' }),
      when: ref('flag'),
      shared: ref('shared'),
    },
    ['call'],
  ),
  listSource: closed(
    {
      list: naming({ kind: 'object' }),
      fields: naming({ kind: 'field', of: ['list'] }),
      filter: naming({ kind: 'filter', of: ['list'] }),
      where: {
        ...ref('expression'),
        'x-kind': { kind: 'where', of: ['list'] },
        description: '条件：对象的字段与页面的值，如 客户 = params.id',
      },
      sort: naming({ kind: 'field', of: ['list'], within: ['field'] }),
      size: { type: 'integer', minimum: 1, maximum: 200 },
      remember: {
        enum: ['address'],
        description: '搜索、筛选、排序、分组、页码和打开的记录留在页面的地址里',
      },
      when: ref('flag'),
      shared: ref('shared'),
    },
    ['list'],
  ),
  describeSource: closed(
    { describe: naming({ kind: 'object' }), when: ref('flag'), shared: ref('shared') },
    ['describe'],
  ),
  source: { type: 'object', description: '数据源：call 接口、list 记录列表或 describe 对象描述' },
  form: closed({
    object: naming({ kind: 'object' }),
    id: ref('value'),
    schema: { type: 'object' },
    init: naming({ kind: 'values', of: ['object'] }),
    draft: { type: 'boolean' },
    fromAddress: {
      type: 'boolean',
      description: '新记录的字段可以由页面地址中的参数填入，限对象中这样设定的字段',
    },
    shared: ref('shared'),
  }),
  machine: closed(
    {
      use: { ...text('状态机名称', 100), 'x-kind': { kind: 'machine' } },
      input: ref('value'),
      shared: ref('shared'),
    },
    ['use'],
  ),
  when: closed({
    visible: ref('flag'),
    required: ref('flag'),
    readonly: ref('flag'),
    disabled: ref('flag'),
  }),
  confirm: closed(
    { title: ref('value'), text: ref('value'), ok: ref('value'), danger: { type: 'boolean' } },
    ['text'],
  ),
  action: closed(
    {
      do: text('动作名称', 100),
      args: mapOf(ref('value')),
      if: ref('flag'),
      as: text('结果的名称', MAX_NAME),
      confirm: ref('confirm'),
      onError: ref('actions'),
    },
    ['do'],
  ),
  actions: { type: 'array', items: ref('action') },
  ids: { type: 'array', items: text('节点编号', MAX_NODE_ID) },
  slot: {
    anyOf: [
      ref('ids'),
      closed({ as: text('每一行的别名', MAX_NAME), nodes: ref('ids') }, ['as', 'nodes']),
    ],
  },
};

/** Keys of a node; `type` and `slots` differ between the flat and the nested writing. */
export const nodeProperties: Record<string, Schema> = {
  type: { type: 'string', pattern: TYPE_PATTERN, description: '组件名称@版本，如 button@1' },
  bind: { ...text('绑定的路径', 200), 'x-kind': { kind: 'path', to: [] } },
  props: mapOf(ref('value')),
  when: ref('when'),
  on: mapOf(ref('actions')),
  onHide: { type: 'string', enum: ['keep', 'clear'] },
  access: { type: 'string', enum: [...NODE_ACCESS] },
  note: text('备注', 2_000),
};
/** Keys of a document besides its nodes. */
export const headProperties: Record<string, Schema> = {
  spec: { type: 'string', const: SPEC },
  key: {
    type: 'string',
    pattern: KEY_PATTERN,
    minLength: 1,
    maxLength: 200,
    description: '用点连接的英文词，如 crm.customer',
    'x-kind': { kind: 'page' },
  },
  rev: { type: 'integer', minimum: 0 },
  title: ref('value'),
  params: mapOf(ref('param')),
  state: mapOf(ref('state')),
  sources: mapOf(ref('source')),
  forms: mapOf(ref('form')),
  machines: mapOf(ref('machine')),
  steps: mapOf(ref('steps')),
  onOpen: ref('actions'),
};

export const documentSchema: Schema = {
  ...closed(
    {
      ...headProperties,
      root: text('根节点的编号', MAX_NODE_ID),
      nodes: {
        type: 'object',
        minProperties: 1,
        additionalProperties: closed({ ...nodeProperties, slots: mapOf(ref('slot')) }, ['type']),
      },
    },
    ['spec', 'key', 'rev', 'title', 'root', 'nodes'],
  ),
  $defs: documentParts,
};
