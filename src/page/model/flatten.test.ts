import fc from 'fast-check';
import { describe as group, expect, it } from 'vitest';
import type { NestedDocument } from './document.ts';
import { same, MAX_NODE_ID } from '../../document/index.ts';
import { flatten, nest, DocumentError } from '../index.ts';
import { nestedSample, sample } from '../testing/samples.ts';
import { pageArb } from '../testing/trees.ts';

const page = (body: NestedDocument['body']): NestedDocument => ({
  spec: 'page/1',
  key: 'a.b',
  rev: 1,
  title: '页',
  body,
});

group('flat and nested', () => {
  it('are the same document: nesting and flattening loses nothing', () => {
    fc.assert(
      fc.property(pageArb, (document) => {
        const back = flatten(nest(document));
        if (!same(back, document)) expect(back).toEqual(document);
      }),
      { numRuns: 500 },
    );
  });
  it('an id given by hand stays, the others contain their path and bind', () => {
    expect(Object.keys(sample().nodes)).toEqual([
      'page',
      'head',
      'new',
      'form',
      'form.body.field:record.name',
      'form.body.field:record.dateField',
      'lines',
      'lines.item.field:line.label',
      'qty',
      'apps',
      'apps.item.text',
    ]);
  });
  it('made ids are the same each time and do not change when a sibling comes', () => {
    const more = structuredClone(nestedSample);
    (more.body.slots!.default as NestedDocument['body'][]).unshift({ type: 'text@1' });
    const before = Object.keys(sample().nodes);
    expect(flatten(more).nodes).toMatchObject(
      Object.fromEntries(
        before.filter((id) => id !== 'page').map((id) => [id, sample().nodes[id]]),
      ),
    );
    expect(flatten(nestedSample)).toEqual(flatten(nestedSample));
  });
  it('twins get a number, and generated ids do not collide with given ones', () => {
    const ids = Object.keys(
      flatten(
        page({
          type: 'stack@1',
          slots: {
            default: [
              { type: 'text@1' },
              { type: 'text@1' },
              { id: 'stack.default.text~2', type: 'text@1' },
              { type: 'text@1' },
            ],
          },
        }),
      ).nodes,
    );
    expect(ids).toEqual([
      'stack',
      'stack.default.text',
      'stack.default.text~3',
      'stack.default.text~2',
      'stack.default.text~4',
    ]);
  });
  it('ids of deep nodes stay within their limit and apart', () => {
    let body: NestedDocument['body'] = {
      type: 'stack@1',
      slots: { default: [{ type: 'text@1' }, { type: 'divider@1' }] },
    };
    for (let i = 0; i < 30; i++) body = { type: 'stack@1', slots: { default: [body] } };
    const ids = Object.keys(flatten(page(body)).nodes);
    expect(ids).toHaveLength(33);
    expect(Math.max(...ids.map((id) => id.length))).toBeLessThanOrEqual(MAX_NODE_ID);
  });
  it('an id used twice and a document that is no tree are refused', () => {
    expect(() =>
      flatten(
        page({ id: 'a', type: 'stack@1', slots: { default: [{ id: 'a', type: 'text@1' }] } }),
      ),
    ).toThrow(DocumentError);
    const looped = sample();
    looped.nodes.qty!.slots = { default: ['page'] };
    expect(() => nest(looped)).toThrow('包含了自己');
  });
});
