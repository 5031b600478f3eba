import type { Catalogues } from '../../page/index.ts';
import type { ActionDefinition } from '../../runtime/actions/index.ts';
import type { Registry } from '../../view/index.ts';
import type { WidgetDefinition } from '../../view/kit/index.ts';

/**
 * What `npm run generate` makes of the definitions. The build leaves the descriptions of props,
 * arguments, slots and events out of the definitions every page loads
 * (scripts/vite/slim-definitions.ts): only designers show them.
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

type Titled = Readonly<Record<string, { title: string }>>;
/** The members with the titles of others of the same names. */
const withTitles = <T extends Titled>(members: T, titled: Titled | undefined): T =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => [
      name,
      { ...member, title: titled?.[name]?.title ?? member.title },
    ]),
  ) as T;

function describedWidget(definition: WidgetDefinition): WidgetDefinition {
  const spec = widgets.get(typeOf(definition));
  if (!spec) return definition;
  const { slots, events } = definition;
  return {
    ...definition,
    props: spec.props as WidgetDefinition['props'],
    ...(slots && { slots: withTitles(slots, spec.slots) }),
    ...(events && { events: withTitles(events, spec.events) }),
  };
}
function describedAction(definition: ActionDefinition): ActionDefinition {
  const spec = actions.get(definition.name);
  return spec ? { ...definition, args: spec.args as ActionDefinition['args'] } : definition;
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
