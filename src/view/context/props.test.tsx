// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { Type } from 'typebox';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pageOf, testPage } from '../testing/index.ts';
import { testWidget, testWidgets } from '../testing/widgets.tsx';

const seen: unknown[] = [];
const meter = testWidget(
  'meter',
  ({ node }) => {
    seen.push({ ...node.props });
    return (
      <p>
        {node.props.label}：{String(node.props.percent)}
      </p>
    );
  },
  {
    props: Type.Object({
      label: Type.Optional(Type.String({ default: '进度' })),
      percent: Type.Optional(Type.Number({ default: 0, minimum: 0, maximum: 100 })),
      tone: Type.Optional(
        Type.Unsafe<string>({ type: 'string', enum: ['plain', 'warning'], default: 'plain' }),
      ),
      rows: Type.Optional(Type.Array(Type.Unknown())),
    }),
  },
);
const open = (init: unknown) =>
  testPage(
    pageOf({
      state: { given: { type: 'any', init: init as never } },
      body: {
        id: 'm1',
        type: 'meter@1',
        props: {
          label: { $x: 'state.given.label' },
          percent: { $x: 'state.given.percent' },
          tone: { $x: 'state.given.tone' },
          rows: { $x: 'state.given.rows' },
        },
      },
    }),
    { widgets: [...testWidgets, meter] },
  );

describe('a prop given by an expression', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  afterEach(() => warn.mockClear());

  it('reaches the view when it is of the prop’s kind', async () => {
    await open({ label: '完成', percent: 40, tone: 'warning', rows: [1] });
    expect(seen.at(-1)).toEqual({ label: '完成', percent: 40, tone: 'warning', rows: [1] });
    expect(warn).not.toHaveBeenCalled();
  });
  it('falls back to the default when it is not, and warns the author of the page', async () => {
    const page = await open({ label: { a: 1 }, percent: '40', tone: 'loud', rows: 'x' });
    expect(seen.at(-1)).toEqual({ label: '进度', percent: 0, tone: 'plain', rows: undefined });
    page.expects({ sees: '进度：0' });
    expect(warn.mock.calls.map(([text]) => String(text).split('：')[0])).toContain(
      'm1 · meter@1 · percent',
    );
    await act(async () => page.scope.cells.get('given')!.set({ percent: 140 }));
    page.expects({ sees: '进度：0' });
    await act(async () => page.scope.cells.get('given')!.set({ percent: 100, label: 3 }));
    page.expects({ sees: '3：100' });
  });
});
