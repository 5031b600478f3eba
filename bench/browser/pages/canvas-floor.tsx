// The same 300 nodes as plain React draws them: boxes and lines at places that are known.
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { layoutTree } from '../../../src/document/layout/index.ts';
import { rows, type Row } from './canvas-tree.ts';

function place(items: readonly Row[]) {
  const children = new Map<string, string[]>(items.map(({ id }) => [id, []]));
  for (const { id, parentId } of items) if (parentId) children.get(parentId)!.push(id);
  const kinds = new Map(items.map(({ id, kind }) => [id, kind]));
  const nodes = Object.fromEntries(
    items.map(({ id, kind }) => [
      id,
      { type: 'n@1', slots: { [kind === 'condition' ? 'beside' : 'below']: children.get(id)! } },
    ]),
  );
  return layoutTree(
    { root: 'flow', nodes },
    {
      sideBySide: new Set(['beside']),
      folded: new Set(),
      gapX: 48,
      gapY: 56,
      sizeOf: (id) => (kinds.get(id) === 'flow' ? undefined : { width: 232, height: 88 }),
    },
  );
}
function Drawing({ items }: { items: readonly Row[] }) {
  if (items.length === 0) return null;
  const { boxes, edges, width, height } = place(items);
  const byId = new Map(items.map((row) => [row.id, row]));
  return (
    <div style={{ position: 'relative', height: 800, overflow: 'hidden' }}>
      <svg width={width} height={height} style={{ position: 'absolute' }}>
        {edges.map(({ points }, at) => (
          <polyline
            key={at}
            points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
            fill="none"
            stroke="#c9cdd4"
          />
        ))}
      </svg>
      {boxes.map(({ id, x, y, width: wide, height: tall }) => {
        const row = byId.get(id)!;
        return (
          <button
            key={id}
            type="button"
            data-node={id}
            style={{ position: 'absolute', left: x, top: y, width: wide, height: tall }}
          >
            <b>{row.title}</b>
            {row.lines?.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </button>
        );
      })}
    </div>
  );
}

const root = createRoot(document.getElementById('root')!);
const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
Object.assign(globalThis, {
  __bench: {
    async open() {
      root.render(<Drawing items={[]} />);
      await frame();
      await frame();
      const items = rows();
      const before = performance.now();
      flushSync(() => root.render(<Drawing items={items} />));
      while (document.querySelectorAll('[data-node]').length === 0) await frame();
      await frame();
      return performance.now() - before;
    },
  },
});
