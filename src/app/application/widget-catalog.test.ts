import { expect, it } from 'vitest';
import type { WidgetDefinition } from '../../view/kit/index.ts';
import { widgetCatalog } from './widget-catalog.ts';

const widget = (type: string, platform?: true) =>
  ({
    type,
    title: type,
    category: 'display',
    props: {},
    designer: { icon: 'apps', ...(platform && { platform }) },
  }) as unknown as WidgetDefinition;

it('builders are offered widgets for their pages, the platform’s own pages all of them', () => {
  const widgets = [widget('text'), widget('faultDrill', true)];
  const typesOf = (all: boolean) =>
    widgetCatalog(widgets, all).flatMap((shelf) => shelf.widgets.map(({ type }) => type));
  expect(typesOf(false)).toEqual(['text']);
  expect(typesOf(true)).toEqual(['faultDrill', 'text']);
});
