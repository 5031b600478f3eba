// 300 nodes on the tree canvas of a page: opened, and dragged by the benchmark's mouse.
import '@arco-design/web-react/es/_util/react-19-adapter';
import { createRoot } from 'react-dom/client';
import { COMPANY_GRANT } from '../../../src/runtime/scope/index.ts';
import { actions } from '../../../src/runtime/actions/index.ts';
import { createRegistry, PageView } from '../../../src/view/index.ts';
import { widgets } from '../../../renderers/index.ts';
import { ports } from './quiet-ports.ts';
import { KINDS, rows } from './canvas-tree.ts';

const page = {
  spec: 'page/1',
  key: 'bench',
  rev: 1,
  title: '画布',
  state: {
    items: { type: 'list', init: [] },
    chosen: { type: 'text', init: '' },
    moved: { type: 'number', init: 0 },
  },
  root: 'canvas',
  nodes: {
    canvas: {
      type: 'treeCanvas@1',
      bind: 'state.chosen',
      props: { items: { $x: 'state.items' }, kinds: KINDS, height: 800 },
      on: { move: [{ do: 'set', args: { target: 'state.moved', value: 1 } }] },
    },
  },
};
const registry = createRegistry(widgets, actions);
const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));

await registry.preload(['treeCanvas@1']);
createRoot(document.getElementById('root')!).render(
  <PageView
    pageKey="bench"
    ports={ports}
    registry={registry}
    load={() => Promise.resolve({ ...COMPANY_GRANT, document: page } as never)}
    onScope={(scope) => {
      const cell = (name: string) => scope!.cells.get(name)!;
      Object.assign(globalThis, {
        __bench: {
          async open() {
            cell('items').set([]);
            await frame();
            await frame();
            const items = rows();
            const before = performance.now();
            cell('items').set(items);
            while (document.querySelectorAll('[data-node]').length === 0) await frame();
            await frame();
            return performance.now() - before;
          },
          moved: () => cell('moved').value === 1,
        },
      });
    }}
  />,
);
