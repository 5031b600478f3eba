import { expect, it } from 'vitest';
import { actions } from '../../src/runtime/actions/index.ts';
import { describedRegistry } from '../../src/studio/preview/index.ts';
import { createRegistry } from '../../src/view/index.ts';
import type { WidgetDefinition } from '../../src/view/kit/index.ts';
import { widgets } from '../index.ts';

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
/** As the build leaves it: without descriptions, and without what only designers read. */
const bare = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value, (key, each) => (key === 'description' ? '' : each))) as T;
const slim = ({ type, version, title, props, view, designer }: WidgetDefinition) =>
  ({ type, version, title, props: bare(props), view, designer }) as WidgetDefinition;

it('designers have every widget and action as it is defined, with what the build left out', () => {
  const registry = describedRegistry(
    createRegistry(
      widgets.map(slim),
      actions.map((action) => ({ ...action, args: bare(action.args) })),
    ),
  );
  for (const widget of widgets) {
    const { definition } = registry.widget(`${widget.type}@${widget.version}`)!;
    expect(plain(definition)).toEqual(plain(widget));
  }
  for (const action of actions)
    expect(plain(registry.action(action.name)!.args)).toEqual(plain(action.args));
});
it('a widget that is only here stays as it is', () => {
  const own: WidgetDefinition = { ...widgets[0]!, type: 'own' };
  const registry = describedRegistry(createRegistry([own], []));
  expect(registry.widget('own@1')!.definition).toEqual(own);
});
