import { WIDGET_CATEGORIES, widgetDoc, type WidgetDefinition } from '../../view/kit/index.ts';
import type { WidgetCard, WidgetShelf } from '../../runtime/ports/index.ts';

/** The example of each widget from its folder; a chunk of its own each, loaded on request. */
const examples = import.meta.glob<unknown>('../../../renderers/*/example.json', {
  import: 'default',
});

const cardOf = (definition: WidgetDefinition): WidgetCard => ({
  type: definition.type,
  title: definition.title,
  category: definition.category,
  icon: definition.designer?.icon ?? 'apps',
  doc: widgetDoc(definition),
});

/** Widgets by category, each by its title; `all`: with those of the platform's own pages. */
export function widgetCatalog(
  widgets: readonly WidgetDefinition[],
  all: boolean,
): Awaited<ReturnType<WidgetShelf['list']>> {
  return Object.entries(WIDGET_CATEGORIES)
    .map(([key, title]) => ({
      key,
      title,
      widgets: widgets
        .filter(({ category, designer }) => category === key && (all || !designer?.platform))
        .map(cardOf)
        .toSorted((a, b) => a.title.localeCompare(b.title, 'zh')),
    }))
    .filter((group) => group.widgets.length > 0);
}

export async function catalogEntry(
  widgets: readonly WidgetDefinition[],
  type: string,
): ReturnType<WidgetShelf['one']> {
  const definition = widgets.find((widget) => widget.type === type);
  return definition
    ? {
        ...cardOf(definition),
        example: (await examples[`../../../renderers/${type}/example.json`]?.()) ?? null,
      }
    : null;
}
