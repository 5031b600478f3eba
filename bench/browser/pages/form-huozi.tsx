// Our page engine on the benchmark's form: its model becomes a page document, drawn by the same
// engine and widgets as the product. Built twice (bench/browser/forms.mjs): form-huozi as the
// product runs, its long form windowed; form-huozi-all with every field mounted (__WINDOWED__
// false), which is what the other engines do. Another harness builds this entry the same way, or
// takes the pages `npm run bench -- forms` leaves in dist/bench/; the contract of window.__bench is
// bench/browser/README.md.
import '@arco-design/web-react/es/_util/react-19-adapter';
import { createRoot, type Root } from 'react-dom/client';
import { actions } from '../../../src/runtime/actions/index.ts';
import { createRegistry, PageView } from '../../../src/view/index.ts';
import { preloadInputs } from '../../../src/ui/inputs/index.ts';
import type { PageDocument } from '../../../src/page/index.ts';
import { widgets } from '../../../renderers/index.ts';
import { popupSelect, registerForm } from '../register.js';
import { schemaOf, type BenchModel } from './form-schema.ts';
import { ports } from './quiet-ports.ts';

declare const __WINDOWED__: boolean;

/**
 * A section a panel, a field a node; the total is an expression, what shows a field is its `when`.
 * Flat, as a page travels.
 */
function documentOf(model: BenchModel): PageDocument {
  const nodes: Record<string, object> = {
    form: {
      type: 'form@1',
      bind: 'f',
      props: { windowed: __WINDOWED__ },
      slots: { body: [...model.sections.map(({ key }) => key), 'total'] },
    },
  };
  for (const { key, title, fields } of model.sections) {
    nodes[key] = {
      type: 'section@1',
      props: { title, columns: 1 },
      slots: { body: fields.map((field) => field.key) },
    };
    for (const field of fields)
      nodes[field.key] = {
        type: 'field@1',
        bind: `f.${field.key}`,
        ...(field.showWhen && {
          when: { visible: { $x: `f.${field.showWhen.key} = '${field.showWhen.value}'` } },
        }),
      };
  }
  nodes['total'] = {
    type: 'text@1',
    props: {
      text: { $x: `text(${model.totalOf.map((key) => `coalesce(f.${key}, 0)`).join(' + ')})` },
    },
  };
  const properties = Object.fromEntries(
    model.fields.map((f, at) => [f.key, schemaOf(f, at, model)]),
  );
  return {
    spec: 'page/1',
    key: 'bench.form',
    rev: 1,
    title: 'bench',
    root: 'form',
    nodes,
    forms: {
      f: {
        schema: {
          type: 'object',
          required: model.fields.filter((f) => f.required).map((f) => f.key),
          properties,
        },
      },
    },
  } as never;
}

const registry = createRegistry(widgets, actions);
// The floor's components are part of its bundle: the widgets of this page are fetched before the
// clock starts.
await Promise.all([
  registry.preload(['form@1', 'section@1', 'field@1', 'text@1']),
  preloadInputs(['select', 'date']),
]);

let root: Root;
registerForm({
  name: __WINDOWED__ ? 'form-huozi' : 'form-huozi-all',
  windowed: __WINDOWED__,
  mount(given: never, element: HTMLElement) {
    const document = documentOf(given);
    root = createRoot(element);
    root.render(
      <PageView
        pageKey="bench.form"
        ports={ports}
        registry={registry}
        load={() => Promise.resolve({ origin: 'program', allows: [], document: document })}
      />,
    );
  },
  find: (key: string) => window.document.getElementById(`p1-${key}-input`),
  // The element in the field's place before its input is mounted.
  place: (key: string) => window.document.querySelector(`[data-field="${key}"]`),
  total: () => window.document.querySelector('form > div > :last-child')?.textContent,
  armReveal: (key: string, value: string) =>
    popupSelect(window.document.getElementById(`p1-${key}-input`)!, '[role=option]', value),
  unmount: () => root.unmount(),
});
