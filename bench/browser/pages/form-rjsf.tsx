// The benchmark's form with rjsf's Form as what turns its schema into the tree: fields of ours bound
// to the same models, no formData fed back, far fields drawn as text by the object's template where
// __WINDOWED__ (decision 21). Everything else is as in form-huozi.tsx.
import '@arco-design/web-react/es/_util/react-19-adapter';
import { withTheme } from '@rjsf/core';
import type { FieldProps, ObjectFieldTemplateProps, RJSFSchema } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { FormModel } from '../../../src/runtime/models/index.ts';
import type { PageDocument } from '../../../src/page/index.ts';
import { actions } from '../../../src/runtime/actions/index.ts';
import { FieldInput, preloadInputs } from '../../../src/ui/inputs/index.ts';
import { createRegistry, PageView } from '../../../src/view/index.ts';
import { defineWidget, props, type WidgetViewProps } from '../../../src/view/kit/index.ts';
import { arcoTheme, checkerValidator } from '../../../src/view/rjsf/index.ts';
import { widgets } from '../../../renderers/index.ts';
import { popupSelect, registerForm } from '../register.js';
import { schemaOf, type BenchModel } from './form-schema.ts';
import { ports } from './quiet-ports.ts';

declare const __WINDOWED__: boolean;
/** Fields of a section, as form-huozi.tsx has them. */
const SECTION = 10;

const NOTHING: Record<string, unknown> = {};
let model: BenchModel;
let form: FormModel;
const last = (id: string): string => id.split('_').at(-1)!;

/** The value lives in the model: rjsf hands the place in the schema, and nothing else. */
const ModelField = observer(function ModelField({ fieldPathId }: FieldProps) {
  const name = last(fieldPathId.$id);
  const { showWhen } = model.fields[Number(name.slice(1))]!;
  if (showWhen && form.field(showWhen.key).value !== showWhen.value) return null;
  return <FieldInput field={form.field(name)} ports={ports} id={name} />;
});

/** Ten fields; as text until they come near the screen. */
function Section({ title, fields, content }: SectionProps) {
  const place = useRef<HTMLElement>(null);
  const [near, setNear] = useState(!__WINDOWED__);
  const values = near ? NOTHING : form.values();
  useEffect(() => {
    if (near || !place.current) return undefined;
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setNear(true);
      },
      { rootMargin: '100%' },
    );
    seen.observe(place.current);
    return () => seen.disconnect();
  }, [near]);
  return (
    <section ref={place} style={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 700px' }}>
      <h3>{title}</h3>
      {near
        ? content
        : fields.map(({ key, label }) => (
            <div key={key} data-field={key} style={{ minHeight: 64 }}>
              {label}
              <span>{String(values[key] ?? '')}</span>
            </div>
          ))}
    </section>
  );
}
interface SectionProps {
  title: string;
  fields: BenchModel['fields'];
  content: ReactNode[];
}
const Sections = ({ properties }: ObjectFieldTemplateProps) =>
  model.sections.map(({ key, title, fields }, at) => (
    <Section
      key={key}
      title={title}
      fields={fields}
      content={properties.slice(at * SECTION, (at + 1) * SECTION).map(({ content }) => content)}
    />
  ));

const Form = withTheme({
  ...arcoTheme,
  fields: { StringField: ModelField, NumberField: ModelField, BooleanField: ModelField },
  templates: {
    ...arcoTheme.templates,
    ObjectFieldTemplate: Sections,
    FieldTemplate: ({ children }) => children,
  },
});
const schemaForm = (): RJSFSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    model.fields.map((field, at) => [field.key, schemaOf(field, at, model)]),
  ),
});
const rjsfForm = defineWidget({
  type: 'rjsfForm',
  version: 1,
  title: 'rjsf',
  category: 'input',
  props: props({}),
  bind: { kinds: ['form'], required: true },
  view: () => Promise.resolve({ default: RjsfFormView }),
});
function RjsfFormView({ node }: WidgetViewProps) {
  form = node.bound as FormModel;
  const [schema] = useState(schemaForm);
  if (form.status === 'loading') return null;
  return (
    <Form
      schema={schema}
      validator={checkerValidator}
      formData={NOTHING}
      tagName="div"
      experimental_defaultFormStateBehavior={{ emptyObjectFields: 'skipDefaults' }}
    >
      <></>
    </Form>
  );
}

function documentOf(given: BenchModel): PageDocument {
  return {
    spec: 'page/1',
    key: 'bench.form',
    rev: 1,
    title: 'bench',
    root: 'form',
    nodes: {
      form: {
        type: 'form@1',
        bind: 'f',
        props: { windowed: false },
        slots: { body: ['all', 'total'] },
      },
      all: { type: 'rjsfForm@1', bind: 'f' },
      total: {
        type: 'text@1',
        props: {
          text: {
            $x: `text(${given.totalOf.map((key) => `coalesce(f.${key}, 0)`).join(' + ')})`,
          },
        },
      },
    },
    forms: {
      f: {
        schema: {
          type: 'object',
          required: given.fields.filter((field) => field.required).map(({ key }) => key),
          properties: Object.fromEntries(
            given.fields.map((field, at) => [field.key, schemaOf(field, at, given)]),
          ),
        },
      },
    },
  } as never;
}

const registry = createRegistry([...widgets, rjsfForm], actions);
await Promise.all([
  registry.preload(['form@1', 'text@1', 'rjsfForm@1']),
  preloadInputs(['select', 'date']),
]);

let root: Root;
registerForm({
  name: __WINDOWED__ ? 'form-rjsf' : 'form-rjsf-all',
  windowed: __WINDOWED__,
  mount(given: never, element: HTMLElement) {
    model = given;
    const document = documentOf(model);
    root = createRoot(element);
    root.render(
      <PageView
        pageKey="bench.form"
        ports={ports}
        registry={registry}
        load={() => Promise.resolve({ origin: 'program', allows: [], document })}
      />,
    );
  },
  find: (key: string) => window.document.getElementById(key),
  place: (key: string) => window.document.querySelector(`[data-field="${key}"]`),
  total: () => window.document.querySelector('form > div > :last-child')?.textContent,
  armReveal: (key: string, value: string) =>
    popupSelect(window.document.getElementById(key)!, '[role=option]', value),
  unmount: () => root.unmount(),
});
