// A form's rows as the product shows them: a field of rows of its own, edited in a windowed table.
import '@arco-design/web-react/es/_util/react-19-adapter';
import { createRoot, type Root } from 'react-dom/client';
import { actions } from '../../../src/runtime/actions/index.ts';
import { createRegistry, PageView } from '../../../src/view/index.ts';
import { preloadInputs } from '../../../src/ui/inputs/index.ts';
import { flatten, type PageDocument } from '../../../src/page/index.ts';
import { widgets } from '../../../renderers/index.ts';
import { registerList } from '../register.js';
import { ports } from './quiet-ports.ts';

interface ListModel {
  columns: { key: string; title: string; width: number }[];
  data: Record<string, unknown>[];
}

const documentOf = ({ columns, data }: ListModel): PageDocument =>
  flatten({
    spec: 'page/1',
    key: 'bench.rows',
    rev: 1,
    title: 'bench',
    forms: {
      f: {
        init: { lines: data },
        schema: {
          type: 'object',
          properties: {
            lines: {
              type: 'array',
              title: '明细',
              items: {
                type: 'object',
                properties: Object.fromEntries(
                  columns.map((column) => [column.key, { type: 'string', title: column.title }]),
                ),
              },
            },
          },
        },
      },
    },
    body: { type: 'form@1', bind: 'f', slots: { body: [{ type: 'field@1', bind: 'f.lines' }] } },
  } as never) as PageDocument;

const registry = createRegistry(widgets, actions);
// The floor's components are part of its bundle: the widgets of this page are fetched before the
// clock starts.
await Promise.all([registry.preload(['form@1', 'field@1']), preloadInputs(['subTable', 'text'])]);
const grid = (): HTMLElement => document.querySelector('[role="grid"]')!;
const cells = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[role="gridcell"]')];

let root: Root | undefined;
registerList({
  name: 'subtable-huozi',
  mount(model: ListModel, element: HTMLElement) {
    const page = documentOf(model);
    element.style.width = '1240px';
    root = createRoot(element);
    root.render(
      <PageView
        pageKey="bench.rows"
        ports={ports}
        registry={registry}
        load={() => Promise.resolve({ origin: 'program', allows: [], document: page })}
      />,
    );
  },
  hasRow: (row) => cells().some((cell) => cell.textContent === `r${row}c0`),
  scroller: grid,
  editor(row: number, column: number) {
    const cell = cells().find((each) => each.textContent === `r${row}c${column}`)!;
    cell.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
    cell.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
    return document.querySelector<HTMLInputElement>('[role="group"][aria-label^="编辑"] input');
  },
});
