import { computed } from 'mobx';
import type { TSchema } from 'typebox';
import type { NodeModel, ValueModel } from '../../page/index.ts';
import type { WidgetDefinition } from '../kit/types.ts';
import { equalData } from '../../runtime/models/index.ts';
import type { Locals, PageScope } from '../../runtime/scope/index.ts';
import { propFits } from './prop-fits.ts';

interface Dynamic {
  name: string;
  model: ValueModel;
  otherwise: unknown;
  schema: TSchema | undefined;
}
interface Plan {
  fixed: Readonly<Record<string, unknown>>;
  dynamic: readonly Dynamic[];
}
const plans = new WeakMap<NodeModel, Plan>();

const propertiesOf = (schema: TSchema): Readonly<Record<string, TSchema & { default?: unknown }>> =>
  (schema as { properties?: Record<string, TSchema> }).properties ?? {};
const known = new WeakMap<TSchema, Readonly<Record<string, unknown>>>();
/**
 * Every prop a widget has, with its default: one object a widget, shared by all nodes that give
 * nothing else.
 */
function defaultsOf(schema: TSchema): Readonly<Record<string, unknown>> {
  let defaults = known.get(schema);
  if (!defaults) {
    defaults = Object.freeze(
      Object.fromEntries(
        Object.entries(propertiesOf(schema)).map(([name, property]) => [name, property.default]),
      ),
    );
    known.set(schema, defaults);
  }
  return defaults;
}

/** Gives no props at all: most fields of a form. */
function hasNoProps({ props }: NodeModel): boolean {
  for (const _ in props) return false;
  return true;
}
/** What is the same for every row a node is drawn in: made once a node. */
function planOf(node: NodeModel, definition: WidgetDefinition): Plan {
  const defaults = defaultsOf(definition.props);
  const given = Object.entries(node.props);
  const fixed = {
    ...defaults,
    ...Object.fromEntries(
      given.flatMap(([name, model]) => (model.kind === 'literal' ? [[name, model.value]] : [])),
    ),
  };
  const schemas = propertiesOf(definition.props);
  const dynamic = given.flatMap(([name, model]) =>
    model.kind === 'literal'
      ? []
      : [{ name, model, otherwise: defaults[name], schema: schemas[name] }],
  );
  return { fixed: Object.freeze(fixed), dynamic };
}

const reported = new Set<string>();
/** Warns the page's author once that a prop's expression gives what the widget cannot take. */
function reportMisfit(node: NodeModel, name: string, value: unknown): void {
  const place = `${node.id} · ${node.type} · ${name}`;
  if (process.env.NODE_ENV === 'production' || reported.has(place)) return;
  reported.add(place);
  // oxlint-disable-next-line no-console -- a warning to the page's author, in development only
  console.warn(`${place}：表达式的值不是这个属性能用的，已改用默认值`, value);
}
/**
 * What the expression gives; the default where that is null, or nothing the prop's schema allows.
 */
function valueOf(
  node: NodeModel,
  { name, model, otherwise, schema }: Dynamic,
  scope: PageScope,
  locals: Locals | null,
): unknown {
  const value = scope.valueOf(model, locals) ?? null;
  if (value === null) return otherwise;
  if (propFits(schema, value)) return value;
  reportMisfit(node, name, value);
  return otherwise;
}

function keptPlan(node: NodeModel, definition: WidgetDefinition) {
  let plan = plans.get(node);
  if (!plan) plans.set(node, (plan = planOf(node, definition)));
  return plan;
}

/**
 * The props a view reads: literals and defaults as they are, an expression as a getter over a
 * computed of its own, so that a view draws again only for what it read. An expression that gives
 * null, or what the prop's schema refuses, leaves the default.
 */
export function propsOf(
  node: NodeModel,
  definition: WidgetDefinition,
  scope: PageScope,
  locals: Locals | null,
): Readonly<Record<string, unknown>> {
  if (hasNoProps(node)) return defaultsOf(definition.props);
  const plan = keptPlan(node, definition);
  if (plan.dynamic.length === 0) return plan.fixed;
  const props = { ...plan.fixed };
  for (const dynamic of plan.dynamic) {
    const { name, model } = dynamic;
    const isComposite = model.kind === 'object' || model.kind === 'array';
    const value = computed(
      () => valueOf(node, dynamic, scope, locals),
      isComposite ? { equals: equalData } : undefined,
    );
    Object.defineProperty(props, name, { enumerable: true, get: () => value.get() });
  }
  return props;
}
