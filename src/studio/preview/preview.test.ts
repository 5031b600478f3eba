import { describe, expect, it } from 'vitest';
import { createRegistry } from '../../view/index.ts';
import { actions } from '../../runtime/actions/index.ts';
import { fakePorts } from '../../view/testing/index.ts';
import { defineWidget, props, textProp } from '../../view/kit/index.ts';
import { findNode, nodeTest, withNode } from './node-edit.ts';
import { previewError, previewDocument } from './document.ts';
import { previewPorts } from './preview-ports.ts';

const badge = defineWidget({
  type: 'badge',
  version: 1,
  title: '徽标',
  category: 'display',
  props: props({ text: textProp('文字') }),
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
  it('of a block that shares says that it is shown within its page', () => {
    const block = {
      key: 'block.part',
      state: { who: { type: 'text', shared: true } },
      body: { type: 'badge@1', props: { text: { $x: 'state.who' } } },
    };
    const page = previewDocument(block, still, registry);
    expect(page.state).toBeUndefined();
    expect(JSON.stringify(page.nodes)).toContain('只在页面里显示');
    const alone = previewDocument({ ...block, state: { who: { type: 'text' } } }, still, registry);
    expect(alone.nodes[alone.root]).toMatchObject({ type: 'badge@1' });
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
