import { describe, expect, it } from 'vitest';
import { createRegistry } from '../../view/index.ts';
import { actions } from '../../runtime/actions/index.ts';
import { fakePorts } from '../../view/testing/index.ts';
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
import { findNode, nodeTest, withNode } from './node-edit.ts';
import { pageNames } from './page-names.ts';
import { previewError, previewDocument } from './document.ts';
import { settingsOfNode } from './settings.ts';
import { previewPorts } from './preview-ports.ts';

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
const registry = createRegistry([badge], actions);
const still = { watch: '', readonly: false, disabled: false };

describe('a trial of a page', () => {
  it('takes a node, the parts of a page, a whole document, or the JSON of one', () => {
    const node = { type: 'badge@1', props: { text: '新' } };
    const whole = previewDocument({ body: node, state: { a: { type: 'text' } } }, still, registry);
    expect(whole.nodes[whole.root]).toMatchObject(node);
    expect(whole.state).toEqual({ a: { type: 'text' } });
    for (const given of [node, JSON.stringify(node), whole]) {
      const page = previewDocument(given, still, registry);
      expect(page.nodes[page.root]).toMatchObject(node);
    }
  });
  it.each([
    [null, '应是一个节点'],
    [{ props: {} }, '缺少 type'],
    ['{ "type"', 'JSON'],
    [{ type: 'badge@1', slots: { default: [3] } }, '应是一个节点'],
  ])('says what is wrong with %j', (given, reason) => {
    let toasted = '';
    try {
      previewDocument(given, still, registry);
    } catch (error) {
      toasted = previewError(error);
    }
    expect(toasted).toContain(reason);
  });
  it('reports the events of the watched widget before its own steps, and leaves the others alone', () => {
    const page = previewDocument(
      {
        type: 'badge@1',
        on: { click: [{ do: 'toast' }] },
        slots: { default: [{ type: 'other@1' }] },
      },
      { watch: 'badge', readonly: true, disabled: false },
      registry,
    );
    const [own, other] = Object.values(page.nodes);
    expect(own!.on!['click']!.map((step) => step.do)).toEqual(['emit', 'toast']);
    expect(own!.when).toEqual({ readonly: true });
    expect([other!.on, other!.when]).toEqual([undefined, undefined]);
  });
  it('says of a widget that is nothing without its bind that it has none yet', () => {
    const bound = {
      ...badge,
      type: 'field',
      title: '字段',
      bind: { kinds: ['field' as const], required: true },
    };
    const alert = { ...badge, type: 'alert' };
    const page = previewDocument(
      { type: 'field@1' },
      still,
      createRegistry([bound, alert], actions),
    );
    expect(page.nodes[page.root]).toMatchObject({
      type: 'alert@1',
      props: { text: '“字段”还没有绑定' },
    });
    expect(
      previewDocument(
        { type: 'field@1', bind: 'record.a' },
        still,
        createRegistry([bound, alert], actions),
      ).nodes,
    ).toMatchObject({ 'field:record.a': { type: 'field@1' } });
  });
  it('meets a server that is empty, failing or silent, and goes nowhere', async () => {
    const ports = fakePorts({
      answers: { 'bizmeta.record.list': { records: [{ id: 'a' }], total: 1, groups: [{}] } },
    });
    const ask = (data: 'real' | 'empty' | 'error') =>
      previewPorts(ports, data).call('bizmeta.record.list', {});
    expect(await ask('real')).toMatchObject({ total: 1 });
    expect(await ask('empty')).toEqual({ records: [], total: 0, groups: [] });
    await expect(ask('error')).rejects.toThrow('没有完成');
    const stop = new AbortController();
    const waiting = previewPorts(ports, 'loading').call(
      'bizmeta.record.list',
      {},
      { signal: stop.signal },
    );
    stop.abort();
    await expect(waiting).rejects.toThrow('aborted');
    const preview = previewPorts(ports, 'real');
    preview.navigate('/away');
    preview.remembered.set('a', 1);
    expect([
      ports.log.some(({ kind }) => kind === 'navigate'),
      ports.rememberedValues.size,
      preview.remembered.get('a'),
    ]).toEqual([false, 0, 1]);
  });
});

describe('a node of a document', () => {
  const deep = { type: 'badge@1', id: 'deep', props: { text: '里' } };
  const forms = {
    nested: {
      body: {
        type: 'box@1',
        slots: { body: [{ type: 'x@1' }], footer: { as: 'row', nodes: [deep] } },
      },
    },
    flat: { root: 'a', nodes: { a: { type: 'box@1' }, deep } },
    list: [{ type: 'x@1' }, deep],
  };
  it.each(Object.entries(forms))(
    'is found by id and by widget, and replaced, in a document that is %s',
    (_, document) => {
      expect(findNode(document, nodeTest('deep', ''))).toBe(deep);
      expect(findNode(document, nodeTest('', 'badge'))).toBe(deep);
      expect(findNode(document, nodeTest('none', ''))).toBeUndefined();
      const next = withNode(document, deep, { ...deep, props: { text: '外' } });
      expect(findNode(next, nodeTest('deep', ''))).toMatchObject({ props: { text: '外' } });
      expect(findNode(document, nodeTest('deep', ''))).toBe(deep);
    },
  );
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
  it('as a whole say where it is bound, when it shows and what it does, in groups', () => {
    const page = settingsPage(settingsOfNode(badge, true), node, { label: '徽标', whole: true });
    expect(
      Object.values(page.nodes)
        .filter(({ type }) => type === 'section@1')
        .map(({ props: given }) => given!['title']),
    ).toEqual(['属性', '条件', '动作', '其他']);
    const { target } = applySettings(settingsOfNode(badge, true), node, {
      ...formOf(page).init,
      when_visible: 'false',
      note: '注意',
      on_click: '[{"do":"back"}]',
    });
    expect(target).toEqual({
      ...node,
      when: { visible: false },
      note: '注意',
      on: { click: [{ do: 'back' }] },
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
