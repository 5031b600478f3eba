import { computed } from 'mobx';
import type { TSchema } from 'typebox';
import type { NodeModel, ValueModel } from '../../page/index.ts';
import type { WidgetDefinition } from '../kit/types.ts';
import { equalData } from '../models/equal.ts';
import type { Locals } from '../scope/locals.ts';
import type { PageScope } from '../scope/page-scope.ts';

interface Plan { fixed: Readonly<Record<string, unknown>>; dynamic: readonly (readonly [string, ValueModel, unknown])[] }
const plans = new WeakMap<NodeModel, Plan>();

const known = new WeakMap<TSchema, Readonly<Record<string, unknown>>>();
/** Every prop a widget has, with its default: one object a widget, shared by all nodes that give nothing else. */
function defaultsOf(schema: TSchema): Readonly<Record<string, unknown>> {
  let defaults = known.get(schema);
  if (!defaults) {
    const properties = (schema as { properties?: Record<string, { default?: unknown }> }).properties ?? {};
    defaults = Object.freeze(Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, property.default])));
    known.set(schema, defaults);
  }
  return defaults;
}

/** What is the same for every row a node is drawn in: made once a node. */
function planOf(node: NodeModel, definition: WidgetDefinition): Plan {
  const defaults = defaultsOf(definition.props);
  const given = Object.entries(node.props);
  if (given.length === 0) return { fixed: defaults, dynamic: [] };
  const fixed = { ...defaults, ...Object.fromEntries(given.flatMap(([name, model]) => (model.kind === 'literal' ? [[name, model.value]] : []))) };
  return { fixed: Object.freeze(fixed), dynamic: given.flatMap(([name, model]) => (model.kind === 'literal' ? [] : [[name, model, defaults[name]] as const])) };
}

/**
 * The props a view reads: literals and defaults as they are, an expression as a getter over a computed of its own, so that a
 * view draws again only for what it read. An expression that gives null leaves the default.
 */
export function propsOf(node: NodeModel, definition: WidgetDefinition, scope: PageScope, locals: Locals | null): Readonly<Record<string, unknown>> {
  let plan = plans.get(node);
  if (!plan) plans.set(node, plan = planOf(node, definition));
  if (plan.dynamic.length === 0) return plan.fixed;
  const props = { ...plan.fixed };
  for (const [name, model, otherwise] of plan.dynamic) {
    const isComposite = model.kind === 'object' || model.kind === 'array';
    const value = computed(() => scope.valueOf(model, locals) ?? otherwise, isComposite ? { equals: equalData } : undefined);
    Object.defineProperty(props, name, { enumerable: true, get: () => value.get() });
  }
  return props;
}
