import type { Catalogues } from '../../page/index.ts';
import type { ActionDefinition } from '../../runtime/actions/index.ts';
import type { Registry } from '../../view/index.ts';
import type { WidgetDefinition } from '../../view/kit/index.ts';

/**
 * What `npm run generate` makes of the definitions. The build leaves out of the definitions every
 * page loads what only designers need (scripts/vite/slim-definitions.ts).
 */
const generated = import.meta.glob<unknown>(
  ['../../../schemas/widgets.json', '../../../schemas/actions.json'],
  { import: 'default', eager: true },
);
const read = <K extends keyof Catalogues>(name: K): Catalogues[K] =>
  generated[`../../../schemas/${name}.json`] as Catalogues[K];
const typeOf = ({ type, version }: { type: string; version: number }): string =>
  `${type}@${version}`;
const widgets = new Map(read('widgets').map((spec) => [typeOf(spec), spec]));
const actions = new Map(read('actions').map((spec) => [spec.name, spec]));

function describedWidget(definition: WidgetDefinition): WidgetDefinition {
  const spec = widgets.get(typeOf(definition)) as Partial<WidgetDefinition> | undefined;
  return { ...spec, ...definition, ...(spec?.props && { props: spec.props }) };
}
function describedAction(definition: ActionDefinition): ActionDefinition {
  const spec = actions.get(definition.name) as Partial<ActionDefinition> | undefined;
  return { ...spec, ...definition, ...(spec?.args && { args: spec.args }) };
}

const known = new WeakMap<Registry, Registry>();
/** The registry with everything that designers show of its definitions. */
export function describedRegistry(registry: Registry): Registry {
  const before = known.get(registry);
  if (before) return before;
  const allWidgets = new Map(registry.widgets.map((each) => [typeOf(each), describedWidget(each)]));
  const allActions = new Map(registry.actions.map((each) => [each.name, describedAction(each)]));
  const described: Registry = {
    ...registry,
    widgets: [...allWidgets.values()],
    actions: [...allActions.values()],
    action: (name) => allActions.get(name),
    widget(type) {
      const [entry, definition] = [registry.widget(type), allWidgets.get(type)];
      return entry && definition && { definition, View: entry.View, isLoaded: entry.isLoaded };
    },
  };
  known.set(registry, described);
  return described;
}
