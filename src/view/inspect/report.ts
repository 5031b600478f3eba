import { accessLabel } from '../../contract/index.ts';
import type { ActionModel, NodeModel, ValueModel, WhenModel } from '../../page/index.ts';
import { bindKind, type FieldModelImpl } from '../../runtime/models/index.ts';
import type { RequestLogEntry } from '../../runtime/sources/index.ts';
import type { NodeHandleImpl } from '../page/node-handle.ts';
import { isAllowed } from '../context/visible.ts';
import { explainedParts, sourceOf, type TracedValue } from './values.ts';

/**
 * One verdict about a node and everything that contributed to it, the strongest first: the server,
 * access, when, the field itself.
 */
export interface Verdict {
  flag: keyof WhenModel;
  label: string;
  holds: boolean;
  reasons: readonly Reason[];
}
interface Reason {
  by: string;
  holds: boolean;
  traced?: TracedValue;
}

const FLAGS: readonly [keyof WhenModel, string, string][] = [
  ['visible', '显示', '隐藏'],
  ['required', '必填', '选填'],
  ['readonly', '只读', '可修改'],
  ['disabled', '停用', '可用'],
];

/** The nodes around, the innermost first. */
function ancestorsOf(node: NodeHandleImpl): NodeModel[] {
  const found: NodeModel[] = [];
  for (let at = node.model.parent; at !== undefined; at = found.at(-1)!.parent)
    found.push(node.scope.node(at)!);
  return found;
}
const tracedValue = (node: NodeHandleImpl, name: string, model: ValueModel): TracedValue => ({
  name,
  value: node.scope.valueOf(model, node.locals),
  ...(sourceOf(model) !== undefined && { source: sourceOf(model)! }),
  parts: explainedParts(model, node.scope, node.locals),
});

function reasonsOf(node: NodeHandleImpl, flag: keyof WhenModel): Reason[] {
  const reasons: Reason[] = [];
  for (const model of [node.model, ...ancestorsOf(node)]) {
    const who = model === node.model ? '这个节点' : `外层 ${model.id}`;
    if (flag === 'visible' && model.access)
      reasons.push({
        by: `${who}的 access：须是${accessLabel(model.access)}`,
        holds: isAllowed(model, node.scope),
      });
    const condition = flag === 'required' && model !== node.model ? undefined : model.when[flag];
    if (condition)
      reasons.push({
        by: `${who}的 when.${flag}`,
        holds: node.scope.flagOf(condition, node.locals, flag === 'visible'),
        traced: tracedValue(node, flag, condition),
      });
  }
  return [...serverReasons(node, flag), ...reasons, ...fieldReasons(node, flag)];
}
const fieldOf = (node: NodeHandleImpl): FieldModelImpl | null => {
  const { bound } = node;
  return bindKind(bound) === 'field' ? (bound as FieldModelImpl) : null;
};

/** What the server said of the field: it alone forbids. */
function serverReasons(node: NodeHandleImpl, flag: keyof WhenModel): Reason[] {
  const field = fieldOf(node);
  return flag === 'readonly' && field?.spec.readonly
    ? [
        {
          by: field.describe ? '服务器：对象描述里这个字段不能写' : '表单的 schema：只读',
          holds: true,
        },
      ]
    : [];
}
function fieldReasons(node: NodeHandleImpl, flag: keyof WhenModel): Reason[] {
  const field = fieldOf(node);
  if (flag === 'required' && field?.spec.required)
    return [{ by: field.describe ? '字段自己的设置：必填' : '表单的 schema：必填', holds: true }];
  if (flag === 'disabled' && field?.record.owner.locked)
    return [{ by: '表单正在保存或加载', holds: true }];
  return [];
}

export function verdicts(node: NodeHandleImpl): Verdict[] {
  return FLAGS.flatMap(([flag, yes, no]) => {
    const reasons = reasonsOf(node, flag);
    const holds =
      flag === 'visible'
        ? reasons.every((reason) => reason.holds)
        : node.state[flag] || reasons.some((reason) => reason.holds);
    return reasons.length === 0 && holds === (flag === 'visible')
      ? []
      : [{ flag, label: holds ? yes : no, holds, reasons }];
  });
}

/**
 * Props as the view has them, with the formulas behind them; `given` selects those the page wrote,
 * or the defaults.
 */
export function tracedProps(node: NodeHandleImpl, given: boolean): TracedValue[] {
  return Object.keys(node.props)
    .filter((name) => (node.model.props[name] !== undefined) === given)
    .flatMap((name): TracedValue[] => {
      const model = node.model.props[name];
      if (!model)
        return node.props[name] === undefined ? [] : [{ name, value: node.props[name], parts: [] }];
      return [{ ...tracedValue(node, name, model), value: node.props[name] }];
    });
}

/**
 * What a node is bound to: its path, the kind of model, its value, and the last request behind it.
 */
export interface BoundSummary {
  path: string;
  address: string;
  kind: string;
  label: string;
  value: unknown;
  errors: readonly string[];
  request: RequestLogEntry | null;
}
export function boundSummary(node: NodeHandleImpl): BoundSummary | null {
  const { bind, address } = node.model;
  if (!bind) return null;
  const value = node.scope.read(bind, node.locals);
  const field = fieldOf(node);
  return {
    path: bind.join('.'),
    address: (address ?? bind).join('.'),
    kind: node.pending ? '表单正在加载' : (KINDS[bindKind(node.bound) ?? ''] ?? '未知'),
    label: field?.label ?? '',
    value: field ? field.value : value,
    errors: field?.errors ?? [],
    request: lastRequestOf(node, (address ?? bind)[0]!),
  };
}
const KINDS: Readonly<Record<string, string>> = {
  field: '字段',
  record: '记录',
  form: '表单',
  list: '列表',
  source: '数据源',
  cell: '状态',
  machine: '状态机',
};
/** The newest request behind a name of the scope. */
function lastRequestOf({ scope }: NodeHandleImpl, name: string): RequestLogEntry | null {
  const spec = scope.page.sources.get(name);
  const model = scope.declared.get(name);
  const object = model?.kind === 'list' ? model.object : undefined;
  return (
    scope.requests.log.find((each) =>
      spec?.kind === 'call'
        ? each.call === spec.call
        : object !== undefined &&
          each.call === 'bizmeta.record.list' &&
          each.input['object'] === object,
    ) ?? null
  );
}

/** Names of the scope that drawing the node reads. */
export function readsOf({ model }: NodeHandleImpl): string[] {
  const values = [...Object.values(model.props), ...(Object.values(model.when) as ValueModel[])];
  return [
    ...new Set([
      ...(model.bind ? [model.bind.join('.')] : []),
      ...values.flatMap((value) => value.dependencies.map((path) => path.join('.'))),
    ]),
  ];
}
/** Data sources among them, with their last request. */
export const requestsOf = (node: NodeHandleImpl): { name: string; asked: RequestLogEntry }[] =>
  [...new Set(readsOf(node).map((path) => path.split('.')[0]!))].flatMap((name) => {
    const asked = lastRequestOf(node, name);
    return asked ? [{ name, asked }] : [];
  });
export const eventsOf = ({ model }: NodeHandleImpl): [string, readonly ActionModel[]][] =>
  Object.entries(model.on);
export const jsonOf = (node: NodeHandleImpl): string =>
  JSON.stringify(node.scope.page.document.nodes[node.id], null, 2);
