import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent, ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import { nearest } from '../../expression/index.ts';
import type { ActionDefinition, ActionRegistry } from '../../runtime/actions/index.ts';
import type { WidgetDefinition, WidgetViewProps } from '../kit/types.ts';
import type { RenderWatch } from './render-watch.ts';

export interface WidgetEntry {
  /** Of a built product its title and props come with the view. */
  readonly definition: WidgetDefinition;
  /** The view, wrapped in `observer`; suspends until its chunk is there. */
  readonly View:
    | ComponentType<WidgetViewProps>
    | LazyExoticComponent<ComponentType<WidgetViewProps>>;
  readonly isLoaded: boolean;
}

/** The widgets and actions an application knows; made once from explicit lists. */
export interface Registry extends ActionRegistry {
  /** The entry of a type written as name@major, or undefined. */
  widget(type: string): WidgetEntry | undefined;
  readonly widgets: readonly WidgetDefinition[];
  /**
   * Asks for the chunks of all these types at once; resolves when they are there. A chunk that
   * fails fails alone, later.
   */
  preload(types: Iterable<string>): Promise<void>;
  /** The known name closest to an unknown one. */
  nearestWidget(type: string): string | undefined;
}

class LoadableView {
  private loading: Promise<{ default: ComponentType<WidgetViewProps> }> | null = null;
  /** Known at once after the first load, so that a page whose chunks are there draws in one go. */
  loaded: ComponentType<WidgetViewProps> | null = null;
  private suspended: LazyExoticComponent<ComponentType<WidgetViewProps>> | null = null;
  constructor(public definition: WidgetDefinition) {}
  get view(): WidgetEntry['View'] {
    return this.loaded ?? (this.suspended ??= lazy(() => this.load()));
  }
  load(): Promise<{ default: ComponentType<WidgetViewProps> }> {
    this.loading ??= this.definition.view().then(
      (module) => {
        if (module.drawn) this.definition = { ...this.definition, ...module.drawn };
        return { default: (this.loaded = observed(module.default)) };
      },
      // A lazy component keeps its failure for good: the next try gets a new one.
      (failure: unknown) => {
        this.loading = this.suspended = null;
        throw failure;
      },
    );
    return this.loading;
  }
}
/**
 * Makes a view an observer that counts and times its renders. One that is an observer already (a
 * memo object) stays as it is.
 */
function observed(View: ComponentType<WidgetViewProps>): ComponentType<WidgetViewProps> {
  if (typeof View !== 'function') return View;
  const draw = View as (props: WidgetViewProps) => ReactNode;
  const counted = (props: WidgetViewProps): ReactNode => {
    const { watch } = props.node as { watch?: RenderWatch };
    return watch ? watch.draw(() => draw(props)) : draw(props);
  };
  return observer(
    Object.assign(counted, { displayName: View.displayName ?? View.name }),
  ) as ComponentType<WidgetViewProps>;
}

const typeOf = (definition: Pick<WidgetDefinition, 'type' | 'version'>): string =>
  `${definition.type}@${definition.version}`;

function indexed<T>(items: readonly T[], name: (item: T) => string, what: string): Map<string, T> {
  const byName = new Map<string, T>();
  for (const item of items) {
    if (byName.has(name(item))) throw new Error(`${what} "${name(item)}" is registered twice`);
    byName.set(name(item), item);
  }
  return byName;
}

/** Throws an Error for a type@version or an action name that is given twice. */
export function createRegistry(
  widgets: readonly WidgetDefinition[],
  actions: readonly ActionDefinition[],
): Registry {
  const byType = indexed(widgets, typeOf, 'widget');
  const byAction = indexed(actions, (action) => action.name, 'action');
  const views = new Map(
    [...byType].map(([type, definition]) => [type, new LoadableView(definition)]),
  );
  return {
    widgets,
    actions,
    widget(type) {
      const loadable = views.get(type);
      return (
        loadable && {
          get definition() {
            return loadable.definition;
          },
          View: loadable.view,
          isLoaded: loadable.loaded !== null,
        }
      );
    },
    action: (name) => byAction.get(name),
    async preload(types) {
      await Promise.allSettled([...new Set(types)].map((type) => views.get(type)?.load()));
    },
    nearestWidget: (type) => nearest(type, byType.keys()),
    nearestAction: (name) => nearest(name, byAction.keys()),
  };
}
