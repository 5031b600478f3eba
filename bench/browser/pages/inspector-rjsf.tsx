// The same settings drawn by rjsf's Form with our theme (decision 21): the schema the designer's own
// form has, without the menus beside the inputs.
import '@arco-design/web-react/es/_util/react-19-adapter';
import { withTheme } from '@rjsf/core';
import type { FieldTemplateProps, RJSFSchema, UiSchema } from '@rjsf/utils';
import { useRef, useState, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { SETTINGS_FORM, settingsOfNode, settingsPage } from '../../../src/studio/settings/index.ts';
import { preloadInputs } from '../../../src/ui/inputs/index.ts';
import { Icon } from '../../../src/ui/icons/index.ts';
import { itemsOf, MenuList, useMenu } from '../../../src/ui/parts/index.ts';
import { arcoTheme, checkerValidator } from '../../../src/view/rjsf/index.ts';
import { widgets } from '../../../renderers/index.ts';
import { ports } from './quiet-ports.ts';

declare const __WHOLE__: boolean;
type Json = Record<string, unknown>;
type Field = Json & {
  ui?: { input?: string; placeholder?: string; options?: { code: string; label: string }[] };
};
const Plain = arcoTheme.templates!.FieldTemplate as ComponentType<FieldTemplateProps>;
const WAYS = itemsOf([
  { key: 'value', text: '固定的值', icon: 'check' },
  { key: 'formula', text: '公式' },
]);
/** A field with the menu of ways to write its value. */
function WithMenu(props: FieldTemplateProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const menu = useMenu(WAYS, () => undefined);
  if (props.schema.type === 'object') return <Plain {...props} />;
  return (
    <div style={{ display: 'flex', gap: 4 }}>
      <div style={{ flex: 1 }}>
        <Plain {...props} />
      </div>
      <button
        ref={anchor}
        type="button"
        aria-label={`“${props.label}”的写法`}
        aria-haspopup="menu"
        onClick={() => menu.show()}
        onKeyDown={(event) => menu.keys(event, true)}
      >
        <Icon name="more" />
      </button>
      <MenuList menu={menu} items={WAYS} label="写法" anchor={anchor} />
    </div>
  );
}
const templates = { ...arcoTheme.templates, ...(__WHOLE__ && { FieldTemplate: WithMenu }) };
const Form = withTheme({ ...arcoTheme, templates });
const chart = (title: string): Json => ({
  type: 'chart@1',
  props: { title, height: 240, legend: true },
});
const nodes = { a: chart('甲'), b: chart('乙') };
const settings = settingsOfNode(
  widgets.find(({ type }) => type === 'chart')!,
  __WHOLE__,
);

/** A field of our forms as rjsf wants it: choices in the schema, the input in the uiSchema. */
function asRjsf({ ui, ...schema }: Field): [Json, Json] {
  const choices = ui?.options?.map(({ code, label }) => ({ const: code, title: label }));
  return [
    { ...schema, ...(choices && { oneOf: choices }) },
    {
      ...(ui?.input === 'textarea' && { 'ui:widget': 'textarea' }),
      ...(ui?.placeholder && { 'ui:placeholder': ui.placeholder }),
    },
  ];
}
function formOf(target: Json): { schema: RJSFSchema; uiSchema: UiSchema; init: Json } {
  const form = settingsPage(settings, target, { label: '设置' }).forms![
    SETTINGS_FORM
  ]! as unknown as {
    schema: { properties: Record<string, Field> };
    init: Json;
  };
  const fields = Object.entries(form.schema.properties).map(
    ([name, field]) => [name, ...asRjsf(field)] as const,
  );
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map(([name, schema]) => [name, schema])),
    } as RJSFSchema,
    uiSchema: {
      ...Object.fromEntries(fields.map(([name, , ui]) => [name, ui])),
      'ui:submitButtonOptions': { norender: true },
    },
    init: form.init,
  };
}
let select: (node: 'a' | 'b') => void;
function Inspector() {
  const [node, setNode] = useState<'a' | 'b'>('a');
  const [form, setForm] = useState(() => formOf(nodes.a));
  const [data, setData] = useState<Json>(form.init);
  select = (next) => {
    const filled = formOf(nodes[next]);
    setNode(next);
    setForm(filled);
    setData(filled.init);
  };
  return (
    <Form
      key={node}
      schema={form.schema}
      uiSchema={form.uiSchema}
      validator={checkerValidator}
      formData={data}
      formContext={{ ports }}
      tagName="div"
      noHtml5Validate
      onChange={({ formData }) => setData(formData as Json)}
    />
  );
}
const drawn = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('input, textarea'),
];
const shows = (title: string): boolean =>
  drawn().length >= 20 && drawn().some(({ value }) => value === title);
const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
await preloadInputs(['select', 'multiSelect', 'textarea', 'number']);
createRoot(document.getElementById('root')!).render(<Inspector />);
Object.assign(globalThis, {
  __bench: {
    async select(node: 'a' | 'b') {
      const before = performance.now();
      select(node);
      while (!shows(node === 'a' ? '甲' : '乙')) await frame();
      await frame();
      return performance.now() - before;
    },
  },
});
