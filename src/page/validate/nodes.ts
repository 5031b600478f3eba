import { check, type Type } from '../../expression/index.ts';
import {
  asText,
  isObject,
  isText,
  own,
  MAX_NODE_ID,
  MAX_NODES,
  hint,
  at,
  nodePath,
  withNodeId,
  ROOT_PATH,
  slotAlias,
  slotIds,
  slotsOf,
  splitType,
  type JsonObject,
  type ProblemPath,
  type Tree,
  looksTagged,
  type Schema,
} from '../../document/index.ts';
import { nameFault } from '../model/names.ts';
import { schemaType } from '../compile/scope-types.ts';
import { compileValue } from '../compile/value.ts';
import { anySchemaRefusals } from '../schema/any-schema.ts';
import { uiSchemaRefusals } from '../schema/ui-schema.ts';
import { checkEvent } from './actions.ts';
import { checkKind, resolveBind, type Target } from './binds.ts';
import type { WidgetSpec } from './catalogue.ts';
import type { Validation } from './context.ts';
import { listItem, memberType, type Root, type ScopeTypes } from './scope.ts';

/** Checks every node of the tree against its widget and the scope around it. */
export function checkNodes(v: Validation, tree: Tree, scope: ScopeTypes): void {
  const nodes = own(v.document, 'nodes') as JsonObject;
  const count = Object.keys(nodes).length;
  if (count > MAX_NODES) {
    v.problems.invalid(
      at(ROOT_PATH, 'nodes'),
      `一个页面最多 ${MAX_NODES} 个节点，现在有 ${count} 个`,
    );
    return;
  }
  for (const id of Object.keys(nodes))
    if (id === '' || id.length > MAX_NODE_ID)
      v.problems.invalid(
        nodePath(id),
        id === '' ? '节点编号不能为空' : `节点编号最多 ${MAX_NODE_ID} 个字符`,
      );
  const check = new NodeChecks(v, nodes, tree, scope);
  for (const id of tree.order) check.node(id);
}

const CATEGORIES: Readonly<Record<string, string>> = {
  layout: '布局',
  display: '展示',
  data: '数据',
  input: '输入',
  action: '操作',
  navigation: '导航',
  shell: '外壳',
};

class NodeChecks {
  /** The scope of each slot with an alias, made once for all its nodes. */
  private readonly inside = new Map<string, ScopeTypes>();
  private readonly scopes = new Map<string, ScopeTypes>();
  private readonly targets = new Map<string, Target | undefined>();
  constructor(
    private readonly v: Validation,
    private readonly nodes: JsonObject,
    private readonly tree: Tree,
    private readonly page: ScopeTypes,
  ) {}

  node(id: string): void {
    const node = own(this.nodes, id);
    if (!isObject(node)) return;
    const place = nodePath(id);
    const scope = this.scopeOf(id);
    this.scopes.set(id, scope);
    const widget = this.widget(node, place);
    this.bind(id, node, widget, scope, place);
    this.props(node, widget, scope, place);
    this.slots(node, widget, place);
    for (const [flag, value] of Object.entries(isObject(node.when) ? node.when : {}))
      this.v.values.flag(value, scope, at(place, 'when', flag));
    this.events(node, widget, scope, place);
  }

  private widget(node: JsonObject, place: ProblemPath): WidgetSpec | undefined {
    const widget = this.v.widgets.get(asText(node.type));
    if (widget || !splitType(node.type)) return widget;
    this.v.problems.add(
      at(place, 'type'),
      'WIDGET_UNKNOWN',
      { type: asText(node.type) },
      'error',
      hint(asText(node.type), this.v.widgets.keys()),
    );
    return undefined;
  }

  private bind(
    id: string,
    node: JsonObject,
    widget: WidgetSpec | undefined,
    scope: ScopeTypes,
    place: ProblemPath,
  ): void {
    const path = own(node, 'bind');
    const title = widget ? `组件“${widget.title}”` : '组件';
    if (!isText(path)) {
      if (widget?.bind?.required) this.v.problems.invalid(place, `${title}须用 bind 绑定数据`);
      return;
    }
    const target = resolveBind(this.v, path, scope, at(place, 'bind'));
    this.targets.set(id, target);
    if (widget?.bind) checkKind(this.v, target, widget.bind.kinds, title, path, at(place, 'bind'));
    else if (widget) this.v.problems.invalid(at(place, 'bind'), `${title}不绑定数据`, 'warning');
  }

  private props(
    node: JsonObject,
    widget: WidgetSpec | undefined,
    scope: ScopeTypes,
    place: ProblemPath,
  ): void {
    const props = own(node, 'props') ?? {};
    if (widget) {
      this.v.typed(props, widget.props, scope, at(place, 'props'));
      this.jsonSchemas(props, widget.props, at(place, 'props'));
    } else this.v.values.all(props, scope, at(place, 'props'));
  }

  /** Schemas that are written out; those of expressions are checked where they are drawn. */
  private jsonSchemas(props: unknown, { properties = {} }: Schema, place: ProblemPath): void {
    for (const [name, { 'x-kind': kind }] of Object.entries(properties)) {
      if (kind?.kind !== 'jsonSchema') continue;
      const value = own(props, name);
      if (value === undefined || value === null || looksTagged(value)) continue;
      const refusals = kind.is === 'schema' ? anySchemaRefusals : uiSchemaRefusals;
      for (const { place: where, why } of refusals(value, at(place, name)))
        this.v.problems.invalid(where, why);
    }
  }

  private slots(node: JsonObject, widget: WidgetSpec | undefined, place: ProblemPath): void {
    if (!widget) return;
    const known = widget.slots ?? {};
    for (const [name, slot] of slotsOf(node)) {
      const where = at(place, 'slots', name);
      const definition = (own(known, name) ?? own(known, '*')) as
        | NonNullable<WidgetSpec['slots']>[string]
        | undefined;
      if (!definition) {
        this.v.problems.invalid(
          where,
          `组件“${widget.title}”没有插槽“${name}”${hint(name, Object.keys(known))}`,
        );
        continue;
      }
      const wrong = repeatFault(Boolean(definition.repeated), slotAlias(slot), name);
      if (wrong !== undefined) this.v.problems.invalid(where, wrong);
      this.accepted(definition, slot, name, where);
    }
  }
  /** Each child a slot does not take is named at its own place; so is what is too many. */
  private accepted(
    definition: NonNullable<WidgetSpec['slots']>[string],
    slot: unknown,
    name: string,
    place: ProblemPath,
  ): void {
    const list = Array.isArray(slot) ? place : at(place, 'nodes');
    const { accepts, most } = definition;
    const children = slotIds(slot);
    if (most !== undefined && children.length > most)
      this.v.problems.invalid(
        list,
        `插槽“${name}”最多放 ${most} 个节点，现在有 ${children.length} 个`,
      );
    if (!accepts) return;
    children.forEach((child, i) => {
      const type = splitType(own(own(this.nodes, child), 'type'));
      const widget = type && this.v.widgets.get(`${type.name}@${type.major}`);
      if (
        !type ||
        !widget ||
        [type.name, `${type.name}@${type.major}`, widget.category].some((each) =>
          accepts.includes(each),
        )
      )
        return;
      this.v.problems.invalid(
        withNodeId(at(list, i), child),
        `插槽“${name}”不能放“${widget.title}”，可放：${accepts.map((each) => this.kindName(each)).join('、')}`,
      );
    });
  }
  /** A category or a widget as a person calls it. */
  private kindName(kind: string): string {
    return (
      CATEGORIES[kind] ??
      [...this.v.widgets.values()].find(
        (widget) => widget.type === kind || `${widget.type}@${widget.version}` === kind,
      )?.title ??
      kind
    );
  }

  private events(
    node: JsonObject,
    widget: WidgetSpec | undefined,
    scope: ScopeTypes,
    place: ProblemPath,
  ): void {
    for (const [event, list] of Object.entries(isObject(node.on) ? node.on : {})) {
      const definition = own(widget?.events, event) as { payload?: object } | undefined;
      const where = at(place, 'on', event);
      if (widget && !definition)
        this.v.problems.invalid(
          where,
          `组件“${widget.title}”没有事件“${event}”${hint(event, Object.keys(widget.events ?? {}))}`,
        );
      checkEvent(this.v, list, schemaType(definition?.payload), scope, where);
    }
  }

  /**
   * The scope of a node: its parent's, with the row of the slot when the slot is drawn once a row.
   */
  private scopeOf(id: string): ScopeTypes {
    const parent = this.tree.parents.get(id);
    if (!parent) return this.page;
    const around = this.scopes.get(parent.id) ?? this.page;
    const alias = slotAlias(own(own(own(this.nodes, parent.id), 'slots'), parent.slot));
    if (alias === undefined) return around;
    const key = `${parent.id}\u0000${parent.slot}`;
    const made =
      this.inside.get(key) ??
      this.rowScope(alias, parent, around, at(nodePath(parent.id), 'slots', parent.slot, 'as'));
    this.inside.set(key, made);
    return made;
  }

  private rowScope(
    alias: string,
    owner: { id: string; slot: string },
    around: ScopeTypes,
    place: ProblemPath,
  ): ScopeTypes {
    const fault =
      nameFault(alias) ??
      (around.has(alias) || around.has(`${alias}_index`)
        ? `名称“${alias}”在这里已有所指，请换一个`
        : undefined);
    if (fault) this.v.problems.invalid(place, fault);
    return around.with([
      [alias, this.row(owner, around)],
      [`${alias}_index`, { kind: 'local', type: 'number' }],
    ]);
  }
  /** Names of the lists whose rows a slot shows, one in the other, below the bound list. */
  private listsWithin(id: string, slot: string): string[] {
    const node = own(this.nodes, id);
    const widget = this.v.widgets.get(asText(own(node, 'type')));
    const { within = [] } = (own(widget?.slots, slot) ?? {}) as { within?: string[] };
    return within.map((prop) =>
      asText(
        own(own(node, 'props'), prop) ??
          own(own(own(widget?.props, 'properties'), prop), 'default') ??
          '',
      ),
    );
  }
  /** The rows of the slot are single values of the widget's own. */
  private handsInValues(id: string, slot: string): boolean {
    const slots = this.v.widgets.get(asText(own(own(this.nodes, id), 'type')))?.slots ?? {};
    return own(own(slots, slot) ?? own(slots, '*'), 'repeated') === 'value';
  }
  /** The value of a row: of a form's list field a record, else an item of the shown list. */
  private row({ id, slot }: { id: string; slot: string }, around: ScopeTypes): Root {
    const target = this.targets.get(id);
    if (this.handsInValues(id, slot)) return { kind: 'value', type: 'any' };
    const inner = this.listsWithin(id, slot);
    // A bind inside would need a row of each list around: only formulas read such a row.
    if (target?.kind === 'field' && inner.length > 0)
      return {
        kind: 'value',
        type: inner.reduce(
          (type, name) => listItem(memberType(type, [name])),
          listItem(target.type),
        ),
      };
    if (target?.kind === 'field') return { kind: 'row', type: listItem(target.type) };
    const items = own(own(own(this.nodes, id), 'props'), 'items');
    if (isObject(items)) return { kind: 'value', type: itemOf(items, around) };
    if (target?.kind === 'list')
      return { kind: 'value', type: listItem(memberType(target.type, ['records'])) };
    if (target?.kind === 'source')
      return { kind: 'value', type: listItem(memberType(target.type, ['data'])) };
    return { kind: 'value', type: target?.kind === 'cell' ? listItem(target.type) : 'any' };
  }
}

/** The type of an item of what a formula gives. */
function itemOf(items: JsonObject, scope: ScopeTypes): Type {
  const model = compileValue(items, ROOT_PATH, () => undefined);
  return model.kind === 'expression' ? listItem(check(model.ast, scope).type) : 'any';
}

/** A slot that repeats for rows is written with a name for the row, any other without. */
function repeatFault(isRepeated: boolean, alias: unknown, name: string): string | undefined {
  if (isRepeated && alias === undefined)
    return `插槽“${name}”按行重复，须写作 { "as": 别名, "nodes": [...] }`;
  return !isRepeated && alias !== undefined
    ? `插槽“${name}”不按行重复，须写作节点编号的列表`
    : undefined;
}
