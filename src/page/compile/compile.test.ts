import { describe as group, expect, it } from 'vitest';
import { scopeOf } from '../../expression/index.ts';
import {
  compileActions,
  compilePage,
  evaluate,
  generatePage,
  type PageDocument,
} from '../index.ts';
import { leave, sample } from '../testing/samples.ts';
import { compileValue } from './value.ts';

const ctx = { now: new Date('2026-01-31T00:00:00Z'), timeZone: 'Asia/Shanghai' };
const value = (raw: unknown, scope: object = {}) =>
  evaluate(
    compileValue(raw, { path: '' }, () => undefined),
    scopeOf(scope),
    ctx,
  );

group('values', () => {
  it('a value without tags is one frozen literal, the same at each evaluation', () => {
    const model = compileValue({ a: [1, { b: '{user.name}' }] }, { path: '' }, () => undefined);
    expect(model.kind).toBe('literal');
    expect(evaluate(model, scopeOf({}), ctx)).toBe(evaluate(model, scopeOf({}), ctx));
    expect(Object.isFrozen((evaluate(model, scopeOf({}), ctx) as { a: unknown[] }).a[1])).toBe(
      true,
    );
    expect(model.dependencies).toEqual([]);
  });
  it('tags at any depth are evaluated, and their reads are known', () => {
    const raw = { title: { $t: '{state.n} 件' }, list: [1, { $x: 'state.n + 1' }] };
    expect(value(raw, { state: { n: 2 } })).toEqual({ title: '2 件', list: [1, 3] });
    expect(compileValue(raw, { path: '' }, () => undefined).dependencies).toEqual([['state', 'n']]);
  });
  it('a text with holes that has none is a literal, and braces can be written', () => {
    expect(value({ $t: '{{x}}' })).toBe('{x}');
  });
  it('a broken formula is reported with its place and reads as null', () => {
    const faults: string[] = [];
    const model = compileValue({ a: { $x: '1 +' } }, { path: '/title' }, (place, why) =>
      faults.push(`${place.path} ${why}`),
    );
    expect(faults[0]).toContain('/title/a');
    expect(evaluate(model, scopeOf({}), ctx)).toEqual({ a: null });
  });
  it('a key named __proto__ is data like any other', () => {
    const out = value(JSON.parse('{"__proto__": {"$x": "1"}}')) as object;
    expect(Object.hasOwn(out, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>)['1']).toBeUndefined();
  });
});

group('a page', () => {
  const model = compilePage(sample());
  it('knows its nodes in order, their parents, slots and rows', () => {
    expect(model.order[0]).toBe('page');
    expect(model.problems).toEqual([]);
    expect(model.nodes.get('qty')).toMatchObject({
      name: 'text',
      major: 1,
      parent: 'lines',
      aliases: [{ name: 'line', owner: 'lines', address: ['edit', 'lines'] }],
    });
    expect(model.types).toContain('sortableList@1');
  });
  it('resolves row aliases in binds', () => {
    expect(model.nodes.get('lines.item.field:line.label')).toMatchObject({
      bind: ['line', 'label'],
      address: ['edit', 'lines', 'label'],
    });
  });
  it('knows which nodes and declarations read each name', () => {
    expect(model.readers.get('state.tab')).toEqual({
      nodes: [],
      declarations: ['state.shown', 'leaves'],
    });
    expect(model.readers.get('record')!.nodes).toEqual([
      'form',
      'form.body.field:record.name',
      'form.body.field:record.dateField',
    ]);
    expect(model.readers.has('line')).toBe(false);
  });
  it('puts declarations behind those they read', () => {
    const order = model.declarationOrder;
    expect(order.indexOf('leaves')).toBeGreaterThan(order.indexOf('state.tab'));
  });
  it('keeps steps inside steps for later, and compiles them once', () => {
    const loop = model.nodes.get('new')!.on.click![1]!;
    expect(loop.args.steps).toMatchObject({ kind: 'literal' });
    const steps = evaluate(loop.args.steps!, scopeOf({}), ctx);
    expect(compileActions(steps)).toBe(compileActions(steps));
    expect(compileActions(steps)[0]).toMatchObject({ do: 'set', if: { kind: 'expression' } });
  });
  it('reports what does not parse and compiles the rest', () => {
    const broken = sample();
    broken.nodes.qty!.when = { visible: { $x: 'line.' } };
    const compiled = compilePage(broken);
    expect(compiled.nodes.get('qty')!.problems).toMatchObject([
      { nodeId: 'qty', path: '/nodes/qty/when/visible', reason: 'EXPRESSION_INVALID' },
    ]);
    expect(compiled.problems).toEqual([]);
  });
  it('of an object with all field types compiles', () => {
    for (const kind of ['list', 'form', 'detail'] as const)
      expect(compilePage(generatePage(kind, leave)).problems).toEqual([]);
  });
  it('of 1,000 nodes knows every one that reads its record', () => {
    const ids = Array.from({ length: 1_000 }, (_, i) => `n${i}`);
    const formula = "record.f1 > 2 and record.f2 = 'x'";
    const document: PageDocument = {
      spec: 'page/1',
      key: 'big',
      rev: 1,
      title: '大',
      root: 'r',
      forms: { record: { object: 'a' } },
      nodes: {
        r: { type: 'stack@1', slots: { default: ids } },
        ...Object.fromEntries(
          ids.map((id, i) => [
            id,
            { type: 'field@1', bind: `record.f${i}`, when: { visible: { $x: formula } } },
          ]),
        ),
      },
    };
    const compiled = compilePage(document);
    expect(compiled.problems).toEqual([]);
    expect(compiled.nodes.size).toBe(1_001);
    expect(compiled.readers.get('record')?.nodes.length).toBe(1_000);
  });
});
