import { describe, expect, it } from 'vitest';
import {
  anyProp,
  choiceProp,
  defineWidget,
  flagProp,
  numberProp,
  props,
  textProp,
} from '../../view/kit/index.ts';
import type { PageDocument } from '../../page/index.ts';
import { SETTINGS_FORM, settingsPage } from './settings-page.ts';
import { applySettings, convertSyntax } from './setting-values.ts';
import { pageNames } from './page-names.ts';
import { settingsOfNode } from './settings.ts';

const badge = defineWidget({
  type: 'badge',
  version: 1,
  title: '徽标',
  category: 'display',
  props: props({
    text: textProp('文字'),
    tone: choiceProp(['red', 'blue'] as const, '颜色', 'red'),
    round: flagProp('圆角', true),
    size: numberProp('大小：像素', 12, { minimum: 4 }),
    items: anyProp('列表'),
  }),
  events: { click: { title: '点击' } },
  view: () => Promise.resolve({ default: () => null }),
});

describe('the settings of a widget', () => {
  const settings = settingsOfNode(badge, false);
  const node = {
    type: 'badge@1',
    props: { text: '新', round: false, items: [1], size: { $x: 'a' } },
  };
  const formOf = (page: PageDocument) =>
    page.forms![SETTINGS_FORM] as unknown as {
      schema: { properties: Record<string, { title: string; ui: { input?: string } }> };
      init: object;
    };
  const props = (before: object, values: object) =>
    applySettings(
      settings,
      { type: 'badge@1', props: before },
      Object.fromEntries(Object.entries(values).map(([name, value]) => [`props_${name}`, value])),
    );
  it('are a form: a choice, a yes or no, a number, a text, JSON for the rest, an expression as a formula', () => {
    const page = settingsPage(settings, node, { label: '徽标' });
    const { schema, init } = formOf(page);
    expect(Object.entries(schema.properties).map(([name, { ui }]) => [name, ui.input])).toEqual([
      ['props_text', undefined],
      ['props_tone', 'select'],
      ['props_round', 'select'],
      ['props_size', 'textarea'],
      ['props_items', 'textarea'],
    ]);
    expect(schema.properties['props_size']!.title).toBe('大小（size）');
    expect(init).toEqual({
      props_text: '新',
      props_round: 'false',
      props_items: '[\n 1\n]',
      props_size: 'a',
    });
    expect(page.nodes['f_props_size']!.type).toBe('formulaEditor@1');
  });
  it('come back as props; what is empty is left to its default', () => {
    expect(
      props({}, { text: '好', tone: 'blue', round: 'true', size: 20, items: '[{"a":1}]' }),
    ).toEqual({
      target: {
        type: 'badge@1',
        props: { text: '好', tone: 'blue', round: true, size: 20, items: [{ a: 1 }] },
      },
      faults: [],
    });
    expect(props({ tone: 'red' }, { text: '', tone: undefined }).target).toEqual({
      type: 'badge@1',
    });
  });
  it('keep what was there and say why when a value is wrong', () => {
    const { target, faults } = props({ size: 8, items: [1] }, { size: 1, items: '[1' });
    expect(target).toEqual({ type: 'badge@1', props: { size: 8, items: [1] } });
    expect(faults.map(({ title }) => title)).toEqual(['大小（size）', '列表（items）']);
    expect(faults[1]!.text).toContain('JSON');
  });
  it('as a whole say where it is bound and when it shows, in groups', () => {
    const page = settingsPage(settingsOfNode(badge, true), node, { label: '徽标', whole: true });
    expect(
      Object.values(page.nodes)
        .filter(({ type }) => type === 'section@1')
        .map(({ props: given }) => given!['title']),
    ).toEqual(['属性', '条件', '其他']);
    const { target } = applySettings(settingsOfNode(badge, true), node, {
      ...formOf(page).init,
      when_visible: 'false',
      note: '注意',
    });
    expect(target).toEqual({
      ...node,
      when: { visible: false },
      note: '注意',
    });
  });
  it('write a value as a formula or a text with holes, and back', () => {
    expect([
      convertSyntax('新', 'formula'),
      convertSyntax('新', 'template'),
      convertSyntax({ $x: "'新'" }, 'value'),
      convertSyntax({ $t: '新' }, 'value'),
      convertSyntax({ $x: 'a + 1' }, 'value'),
      convertSyntax(3, 'formula'),
    ]).toEqual([{ $x: "'新'" }, { $t: '新' }, '新', '新', undefined, { $x: '3' }]);
    const made = applySettings(
      settings,
      { type: 'badge@1' },
      { props_text: '{user.realName}', props_size: '1 +' },
      { props_text: 'template', props_size: 'formula' },
    );
    expect(made.target).toEqual({ type: 'badge@1', props: { text: { $t: '{user.realName}' } } });
    expect(made.faults.map(({ name }) => name)).toEqual(['props_size']);
  });
  it('take a text or JSON where anything goes, and a text that looks like JSON as it is', () => {
    expect(props({}, { items: '甲' }).target).toEqual({ type: 'badge@1', props: { items: '甲' } });
    expect(props({}, { items: '[1]' }).target).toEqual({ type: 'badge@1', props: { items: [1] } });
    const { init } = formOf(
      settingsPage(settings, { type: 'badge@1', props: { items: '[注]' } }, { label: '徽标' }),
    );
    expect(init).toEqual({ props_items: '"[注]"' });
    expect(props({ items: '[注]' }, { items: '"[注]"' }).target).toEqual({
      type: 'badge@1',
      props: { items: '[注]' },
    });
  });
  it('know the names an expression may read', () => {
    const names = pageNames({
      state: { tab: { type: 'text' } },
      sources: { apps: {} },
      nodes: { a: { slots: { item: { as: 'app', nodes: [] } } } },
    });
    expect(names.map(({ name, inside }) => [name, inside?.map((each) => each.name)])).toEqual([
      ['state', ['tab']],
      ['apps', undefined],
      ['app', undefined],
      ['app_index', undefined],
      ['event', undefined],
      ['results', undefined],
    ]);
  });
});
