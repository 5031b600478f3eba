import { describe as group, expect, it } from 'vitest';
import type { NestedDocument } from '../model/document.ts';
import { MAX_DEPTH, MAX_NODES } from '../../document/index.ts';
import { MAX_EXPRESSION_LENGTH } from '../model/limits.ts';
import { actions, describeOf, nestedSample, sample, widgets } from '../testing/samples.ts';
import { validatePage } from './index.ts';

const options = { widgets, actions, describe: describeOf };
const problemsOf = (raw: unknown, more = {}) =>
  validatePage(raw, { ...options, ...more }).problems.map(
    ({ severity, path, reason, msg, nodeId }) => ({ severity, path, reason, msg, nodeId }),
  );
/** A page that is broken on purpose: no type holds what is done to it. */
type Broken = any;
/** The sample with one change. */
function changed(change: (page: Broken) => void): NestedDocument {
  const page = structuredClone(nestedSample);
  change(page);
  return page;
}
const nodeOf = (page: Broken, id: string): Broken => {
  const find = (node: Broken): Broken =>
    node.id === id
      ? node
      : Object.values(node.slots ?? {})
          .flatMap((slot: Broken) => slot.nodes ?? slot)
          .map(find)
          .find(Boolean);
  return find(page.body);
};
const first = (change: (page: Broken) => void) => problemsOf(changed(change))[0];

group('a valid page', () => {
  it('has no problems and comes back flat', () => {
    const { document, problems } = validatePage(nestedSample, options);
    expect(problems).toEqual([]);
    expect(document).toEqual(sample());
    expect(validatePage({ $schema: '../page.schema.json', ...nestedSample }, options)).toEqual({
      document,
      problems,
    });
  });
});

group('what is wrong is named with its place, its reason and what would be right', () => {
  it('a newer spec', () => {
    expect(
      first((p) => {
        p.spec = 'page/2';
      }),
    ).toMatchObject({
      path: '/spec',
      reason: 'PAGE_INVALID',
      msg: expect.stringContaining('比系统支持的“page/1”新'),
    });
  });
  it('a key that is no part of a page', () => {
    expect(
      first((p) => {
        p.sourecs = {};
      }),
    ).toMatchObject({ path: '/sourecs', msg: expect.stringContaining('是否想写“sources”') });
  });
  it('an unknown widget', () => {
    expect(
      first((p) => {
        nodeOf(p, 'new').type = 'buton@1';
      }),
    ).toMatchObject({
      path: '/nodes/new/type',
      nodeId: 'new',
      reason: 'WIDGET_UNKNOWN',
      msg: '没有名为“buton@1”的组件，是否想写“button@1”',
    });
  });
  it('a prop the widget does not have, and one of the wrong kind', () => {
    expect(
      first((p) => {
        nodeOf(p, 'new').props.txet = 'x';
      }),
    ).toMatchObject({
      path: '/nodes/new/props/txet',
      msg: expect.stringContaining('是否想写“text”'),
    });
    expect(
      first((p) => {
        nodeOf(p, 'new').props.kind = 'huge';
      }),
    ).toMatchObject({ path: '/nodes/new/props/kind', msg: expect.stringContaining('“primary”') });
  });
  it('a formula that does not parse, with the character', () => {
    expect(
      first((p) => {
        nodeOf(p, 'qty').when.visible = { $x: 'line.qty >' };
      }),
    ).toMatchObject({
      path: '/nodes/qty/when/visible',
      reason: 'EXPRESSION_INVALID',
      msg: expect.stringContaining('第 11 个字符处'),
    });
  });
  it('a formula with an unknown name, function or field', () => {
    expect(
      first((p) => {
        p.title = { $t: '{recrod.name}' };
      }),
    ).toMatchObject({ path: '/title', msg: expect.stringContaining('record') });
    expect(
      first((p) => {
        p.title = { $t: '{record.naem}' };
      }),
    ).toMatchObject({ path: '/title', reason: 'EXPRESSION_INVALID' });
    expect(
      first((p) => {
        p.title = { $x: 'nosuch(1)' };
      }),
    ).toMatchObject({ path: '/title', reason: 'EXPRESSION_INVALID' });
  });
  it('a condition that is no yes or no', () => {
    expect(
      first((p) => {
        nodeOf(p, 'qty').when.visible = { $x: 'line.qty + 1' };
      }),
    ).toMatchObject({ msg: expect.stringContaining('是或否') });
  });
  it('a bind that leads nowhere, or to the wrong kind of thing', () => {
    expect(
      first((p) => {
        nodeOf(p, 'form').bind = 'recrod';
      }),
    ).toMatchObject({ path: '/nodes/form/bind', msg: expect.stringContaining('是否想写“record”') });
    expect(
      first((p) => {
        nodeOf(p, 'form').bind = 'leaves';
      }),
    ).toMatchObject({
      path: '/nodes/form/bind',
      msg: expect.stringContaining('“leaves”是列表数据源'),
    });
    expect(
      first((p) => {
        nodeOf(p, 'form').slots.body[0].bind = 'record.naem';
      }),
    ).toMatchObject({ msg: expect.stringContaining('是否想写“name”') });
    expect(
      first((p) => {
        delete nodeOf(p, 'form').bind;
      }),
    ).toMatchObject({ path: '/nodes/form', msg: expect.stringContaining('须用 bind') });
    expect(
      first((p) => {
        nodeOf(p, 'form').slots.body[0].bind = 'record.hidden';
      }),
    ).toMatchObject({ msg: expect.stringContaining('没有“hidden”') });
    expect(
      first((p) => {
        nodeOf(p, 'form').slots.body[0].bind = 'record._dirty';
      }),
    ).toMatchObject({ msg: expect.stringContaining('没有“_dirty”') });
  });
  it('a slot or an event the widget does not have', () => {
    expect(
      first((p) => {
        const f = nodeOf(p, 'form');
        f.slots = { bdoy: f.slots.body };
      }),
    ).toMatchObject({
      path: '/nodes/form/slots/bdoy',
      msg: expect.stringContaining('是否想写“body”'),
    });
    expect(
      first((p) => {
        const n = nodeOf(p, 'new');
        n.on = { clik: n.on.click };
      }),
    ).toMatchObject({
      path: '/nodes/new/on/clik',
      msg: expect.stringContaining('是否想写“click”'),
    });
  });
  it('a repeated slot without its alias, and an alias where nothing repeats', () => {
    expect(
      first((p) => {
        const n = nodeOf(p, 'apps');
        n.slots.item = [];
      }),
    ).toMatchObject({ path: '/nodes/apps/slots/item', msg: expect.stringContaining('按行重复') });
    expect(
      first((p) => {
        const n = nodeOf(p, 'form');
        n.slots.body = { as: 'row', nodes: n.slots.body };
      }),
    ).toMatchObject({ path: '/nodes/form/slots/body', msg: expect.stringContaining('不按行重复') });
  });
  it('an unknown call, a missing input and an input too many', () => {
    expect(
      first((p) => {
        p.sources.apps.call = 'bizmeta.app.lst';
      }),
    ).toMatchObject({
      path: '/sources/apps/call',
      msg: expect.stringContaining('bizmeta.app.list'),
    });
    expect(
      first((p) => {
        delete nodeOf(p, 'new').on.click[0].args.input.name;
      }),
    ).toMatchObject({
      path: '/nodes/new/on/click/0/args/input',
      msg: expect.stringContaining('缺少“name”'),
    });
    expect(
      first((p) => {
        nodeOf(p, 'new').on.click[0].args.input.nmae = 'x';
      }),
    ).toMatchObject({ path: '/nodes/new/on/click/0/args/input/nmae' });
  });
  it('an unknown action, a wrong argument, a target that does not exist, steps inside steps', () => {
    expect(
      first((p) => {
        nodeOf(p, 'new').on.click[0].do = 'cal';
      }),
    ).toMatchObject({
      path: '/nodes/new/on/click/0/do',
      msg: expect.stringContaining('是否想写“call”'),
    });
    expect(
      first((p) => {
        nodeOf(p, 'new').on.click[2].args = { too: 'x' };
      }),
    ).toMatchObject({
      path: '/nodes/new/on/click/2/args',
      msg: expect.stringContaining('缺少“to”'),
    });
    const inner = (p: Broken) => nodeOf(p, 'new').on.click[1].args.steps[0];
    expect(
      first((p) => {
        inner(p).args.target = 'state.tba';
      }),
    ).toMatchObject({
      path: '/nodes/new/on/click/1/args/steps/0/args/target',
      msg: expect.stringContaining('是否想写“tab”'),
    });
    expect(
      first((p) => {
        inner(p).if = { $x: 'eahc_index = 0' };
      }),
    ).toMatchObject({
      path: '/nodes/new/on/click/1/args/steps/0/if',
      reason: 'EXPRESSION_INVALID',
    });
  });
  it('a result read before it is there', () => {
    expect(
      first((p) => {
        nodeOf(p, 'new').on.click[0].if = { $x: 'results.made is null' };
      }),
    ).toMatchObject({ path: '/nodes/new/on/click/0/if', reason: 'EXPRESSION_INVALID' });
  });
  it('an object that does not exist', () => {
    expect(
      first((p) => {
        p.sources.leaves.list = 'nosuch';
      }),
    ).toMatchObject({ path: '/sources/leaves/list', reason: 'OBJECT_UNKNOWN' });
  });
  it('names that are reserved, taken twice, or covered by a row', () => {
    expect(
      first((p) => {
        p.sources.user = { describe: 'leave' };
      }),
    ).toMatchObject({ path: '/sources/user', msg: expect.stringContaining('保留名') });
    expect(
      first((p) => {
        p.sources.record = { describe: 'leave' };
      }),
    ).toMatchObject({ path: '/forms/record', msg: expect.stringContaining('不能重名') });
    expect(
      first((p) => {
        nodeOf(p, 'apps').slots.item.as = 'record';
      }),
    ).toMatchObject({
      path: '/nodes/apps/slots/item/as',
      msg: expect.stringContaining('已有所指'),
    });
    expect(
      first((p) => {
        p.sources['1x'] = { describe: 'leave' };
      }),
    ).toMatchObject({ path: '/sources/1x' });
  });
  it('declarations that read each other in a circle', () => {
    const problems = problemsOf(
      changed((p) => {
        p.sources.a = {
          call: 'bizmeta.app.list',
          input: { describeListScope: { $x: "text(b.data) & ''" } },
        };
        p.sources.b = {
          call: 'bizmeta.app.list',
          input: { describeListScope: { $x: "text(a.data) & ''" } },
        };
      }),
    );
    expect(problems).toMatchObject([
      { path: '/sources/a', msg: expect.stringContaining('循环依赖：a → b → a') },
    ]);
  });
  it('ids that dangle, are shared, go in a circle or are never reached', () => {
    const flat = (change: (doc: Broken) => void) => {
      const doc = sample();
      change(doc);
      return problemsOf(doc)[0];
    };
    expect(
      flat((d) => {
        d.nodes.page.slots.default.push('nwe');
      }),
    ).toMatchObject({
      path: '/nodes/page/slots/default/4',
      msg: expect.stringContaining('是否想写“new”'),
    });
    expect(
      flat((d) => {
        d.nodes.page.slots.default.push('new');
      }),
    ).toMatchObject({ msg: expect.stringContaining('只能有一个位置') });
    expect(
      flat((d) => {
        d.nodes.form.slots.body.push('page');
      }),
    ).toMatchObject({ msg: expect.stringContaining('包含了自己') });
    expect(
      flat((d) => {
        d.nodes.lost = { type: 'text@1' };
      }),
    ).toMatchObject({
      path: '/nodes/lost',
      nodeId: 'lost',
      msg: expect.stringContaining('到不了'),
    });
    expect(
      flat((d) => {
        d.root = 'gone';
      }),
    ).toMatchObject({ path: '/root' });
  });
  it('a tag with company, and a tag that is no text', () => {
    expect(
      first((p) => {
        p.title = { $x: '1', y: 2 };
      }),
    ).toMatchObject({ path: '/title', msg: expect.stringContaining('不能有别的属性') });
    expect(
      first((p) => {
        p.title = { $t: 5 };
      }),
    ).toMatchObject({ path: '/title/$t' });
  });
});

group('limits', () => {
  it('each has a problem of its own', () => {
    const wide = {
      ...sample(),
      nodes: {
        page: {
          type: 'stack@1',
          slots: { default: Array.from({ length: MAX_NODES }, (_, i) => `n${i}`) },
        },
        ...Object.fromEntries(
          Array.from({ length: MAX_NODES }, (_, i) => [`n${i}`, { type: 'divider@1' }]),
        ),
      },
    };
    expect(problemsOf(wide)[0]).toMatchObject({
      path: '/nodes',
      msg: expect.stringContaining(`最多 ${MAX_NODES} 个节点`),
    });
    let body: Broken = { type: 'divider@1' };
    for (let i = 0; i < MAX_DEPTH; i++) body = { type: 'stack@1', slots: { default: [body] } };
    expect(
      problemsOf({ ...nestedSample, body }).some((p) => p.msg.includes(`嵌套超过 ${MAX_DEPTH} 层`)),
    ).toBe(true);
    expect(
      first((p) => {
        p.title = { $x: `1${' + 1'.repeat(MAX_EXPRESSION_LENGTH / 4)}` };
      }),
    ).toMatchObject({ msg: expect.stringContaining('最多') });
    expect(problemsOf({ ...nestedSample, note: 'x'.repeat(2_100_000) })).toMatchObject([
      { path: '', msg: expect.stringContaining('文档超过') },
    ]);
    let deep: unknown = 1;
    for (let i = 0; i < 10_000; i++) deep = [deep];
    expect(problemsOf({ ...nestedSample, title: deep })).toMatchObject([
      { path: '', msg: expect.stringContaining('嵌套超过') },
    ]);
  });
  it('a page of 1,000 nodes and formulas has nothing wrong with it', () => {
    const page = changed((p) => {
      p.body.slots.default.push(
        ...Array.from({ length: 1_000 }, (_, i) => ({
          id: `t${i}`,
          type: 'text@1',
          props: { text: { $t: `{record.integerField + ${i}}` } },
        })),
      );
    });
    expect(problemsOf(page)).toEqual([]);
  });
});

group('warnings', () => {
  it('a formula of the wrong kind for a prop warns and refuses nothing', () => {
    const result = validatePage(
      changed((p) => {
        nodeOf(p, 'new').props.loading = { $x: "'yes'" };
      }),
      options,
    );
    expect(result.problems).toMatchObject([
      { severity: 'warning', path: '/nodes/new/props/loading' },
    ]);
    expect(result.document).toBeDefined();
  });
});
