import { documentParts, headProperties, nodeProperties, STEPS_PATTERN } from './document-schema.ts';
import type { ActionCatalogue, WidgetCatalogue, WidgetSpec } from './catalogue.ts';
import { inside } from '../schema/tagged.ts';
import type { Schema } from '../../document/index.ts';

/** Where the server serves the schema; editors that do not lie beside schemas/ fetch it there. */
export const PAGE_SCHEMA_PATH = '/schemas/page.schema.json';

const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

const FLAT = {
  type: 'object',
  properties: {
    ...headProperties,
    root: { type: 'string' },
    nodes: { type: 'object', additionalProperties: ref('node') },
  },
  required: ['spec', 'key', 'rev', 'title', 'root', 'nodes'],
  additionalProperties: false,
};
const NESTED = {
  type: 'object',
  properties: { $schema: { type: 'string' }, ...headProperties, body: ref('nestedNode') },
  required: ['spec', 'key', 'rev', 'title', 'body'],
  additionalProperties: false,
};

/**
 * JSON Schema (2020-12) of a page document, flat or nested, made from the catalogues: an editor
 * completes widget types, props, slots, events and actions from it. It knows less than
 * validatePage: binds, formulas and ids are beyond it.
 */
export function metaSchema(widgets: WidgetCatalogue, actions: ActionCatalogue = []): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: PAGE_SCHEMA_PATH,
    title: '活字页面',
    description:
      '由 npm run generate 从组件和动作的定义生成，请勿手改。写法见 docs/page-schema.md。',
    if: { required: ['body'] },
    then: NESTED,
    else: FLAT,
    $defs: {
      ...documentParts,
      action: actionSchema(actions),
      source: { anyOf: [ref('callSource'), ref('listSource'), ref('describeSource')] },
      ...nodeDefs(widgets),
    },
  };
}

function nodeDefs(widgets: WidgetCatalogue): Record<string, Schema> {
  const type: Schema = { enum: widgets.map(typeOf), description: '组件名称@版本' };
  const head = {
    ...nodeProperties,
    type,
    props: { type: 'object' },
    slots: { type: 'object' },
    on: { type: 'object' },
  } as Record<string, Schema>;
  const node = (kind: 'flat' | 'nested'): Schema => ({
    type: 'object',
    required: ['type'],
    additionalProperties: false,
    properties:
      kind === 'flat'
        ? head
        : { id: { type: 'string', description: '节点编号；留空则自动生成' }, ...head },
    allOf: widgets.map((widget) => whenType(widget, kind)),
  });
  const nestedSlot: Schema = { type: 'array', items: ref('nestedNode') };
  return {
    node: node('flat'),
    nestedNode: node('nested'),
    nestedSlot,
    rows: documentParts.slot!.anyOf![1]!,
    nestedRows: {
      type: 'object',
      properties: { as: { type: 'string', description: '每一行的别名' }, nodes: nestedSlot },
      required: ['as', 'nodes'],
      additionalProperties: false,
    },
    ...Object.fromEntries(
      widgets.map((widget) => [
        `props:${typeOf(widget)}`,
        { ...inside(widget.props), title: widget.title },
      ]),
    ),
  };
}
const typeOf = (widget: WidgetSpec): string => `${widget.type}@${widget.version}`;

function whenType(widget: WidgetSpec, kind: 'flat' | 'nested'): Schema {
  const type = typeOf(widget);
  const properties: Record<string, Schema> = {
    props: ref(`props:${type}`),
    slots: slotsSchema(widget, kind),
    on: eventsSchema(widget),
  };
  // TypeScript's Schema has no if/then: only the meta-schema uses them.
  return {
    if: { properties: { type: { const: type } }, required: ['type'] },
    then: { properties, ...(widget.bind?.required && { required: ['bind'] }) },
  } as Schema;
}

function slotsSchema(widget: WidgetSpec, kind: 'flat' | 'nested'): Schema {
  const [list, rows] = kind === 'flat' ? ['ids', 'rows'] : ['nestedSlot', 'nestedRows'];
  const { '*': any, ...named } = widget.slots ?? {};
  const properties = Object.fromEntries(
    Object.entries(named).map(([name, slot]) => [
      name,
      { description: slot.title, ...ref(slot.repeated ? rows! : list!) },
    ]),
  );
  return {
    type: 'object',
    properties,
    additionalProperties: any ? ref(any.repeated ? rows! : list!) : false,
  };
}
function eventsSchema(widget: WidgetSpec): Schema {
  const properties = Object.fromEntries(
    Object.entries(widget.events ?? {}).map(([name, event]) => [
      name,
      { description: event.title, ...ref('actions') },
    ]),
  );
  return { type: 'object', properties, additionalProperties: false };
}

/** A step: the schema of its arguments depends on its action. */
function actionSchema(actions: ActionCatalogue): Schema {
  const base = documentParts.action!;
  if (actions.length === 0) return base;
  const choices: Schema[] = [
    ...actions.map((action) => ({ const: action.name, title: action.title }) as Schema),
    { type: 'string', pattern: STEPS_PATTERN, title: '页面的步骤（steps）' },
  ];
  const allOf = actions.map(
    (action) =>
      ({
        if: { properties: { do: { const: action.name } }, required: ['do'] },
        then: { properties: { args: argsSchema(action.args, action.steps ?? []) } },
      }) as Schema,
  );
  return {
    ...base,
    properties: { ...base.properties, do: { anyOf: choices }, args: { type: 'object' } },
    allOf,
  };
}
/** Steps inside arguments are lists of actions themselves. */
function argsSchema(args: Schema, steps: readonly string[]): Schema {
  const held = Object.fromEntries(
    Object.entries(args.properties ?? {})
      .filter(([name]) => steps.includes(name))
      .map(([name, schema]) => [name, withActions(schema)]),
  );
  const tagged = inside(args);
  return { ...tagged, properties: { ...tagged.properties, ...held } };
}
function withActions(schema: Schema): Schema {
  if (schema['x-kind']?.kind === 'actions')
    return {
      ...(schema.description !== undefined && { description: schema.description }),
      ...ref('actions'),
    };
  if (schema.items && !Array.isArray(schema.items))
    return { ...schema, items: withActions(schema.items) };
  if (!schema.properties) return schema;
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(schema.properties).map(([name, inner]) => [name, withActions(inner)]),
    ),
  };
}
