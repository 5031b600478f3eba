// The settings of a node as the page designer draws them: selecting one node after the other.
import '@arco-design/web-react/es/_util/react-19-adapter';
import { createRoot } from 'react-dom/client';
import { COMPANY_GRANT } from '../../../src/runtime/scope/index.ts';
import { actions } from '../../../src/runtime/actions/index.ts';
import { preloadInputs } from '../../../src/ui/inputs/index.ts';
import { createRegistry, PageView } from '../../../src/view/index.ts';
import { widgets } from '../../../renderers/index.ts';
import { ports } from './quiet-ports.ts';

declare const __WHOLE__: boolean;
const chart = (title: string) => ({ type: 'chart@1', props: { title, height: 240, legend: true } });
const document_ = { title: '图', root: 'a', nodes: { a: chart('甲'), b: chart('乙') } };
const page = {
  spec: 'page/1',
  key: 'bench',
  rev: 1,
  title: '设置',
  state: {
    page: { type: 'any', init: document_ },
    selected: { type: 'text', init: 'a' },
  },
  root: 'settings',
  nodes: {
    settings: {
      type: 'widgetSettings@1',
      bind: 'state.page',
      props: { node: { $x: 'state.selected' }, whole: __WHOLE__ },
    },
  },
};
const registry = createRegistry(widgets, actions);
const drawn = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('input, textarea'),
];
const shows = (title: string): boolean =>
  drawn().length >= 20 && drawn().some(({ value }) => value === title);
const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));

await preloadInputs(['select', 'multiSelect', 'textarea', 'number']);
await registry.preload(widgets.map(({ type, version }) => `${type}@${version}`));
createRoot(document.getElementById('root')!).render(
  <PageView
    pageKey="bench"
    ports={ports}
    registry={registry}
    load={() => Promise.resolve({ ...COMPANY_GRANT, document: page } as never)}
    onScope={(scope) => {
      Object.assign(globalThis, {
        __bench: {
          async select(node: 'a' | 'b') {
            const before = performance.now();
            scope!.cells.get('selected')!.set(node);
            while (!shows(node === 'a' ? '甲' : '乙')) await frame();
            await frame();
            return performance.now() - before;
          },
        },
      });
    }}
  />,
);
