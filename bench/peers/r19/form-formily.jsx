import { createRoot } from 'react-dom/client';
import { createForm } from '@formily/core';
import {
  createSchemaField,
  FormProvider,
  connect,
  mapProps,
  useField,
  observer,
} from '@formily/react';
import { registerForm } from '../../browser/register.js';

const FormItem = observer(({ children }) => {
  const f = useField();
  return (
    <div>
      <label htmlFor={f.props.name}>
        {f.title}
        {f.required ? ' *' : ''}
      </label>
      {children}
      {f.selfErrors?.length ? <span>{f.selfErrors.join(' ')}</span> : null}
    </div>
  );
});
const html = (type) =>
  connect(
    (p) => <input {...p} type={type} value={p.value ?? ''} onChange={(e) => p.onChange(e)} />,
    mapProps((props, field) => ({ id: field.props.name })),
  );
const Num = connect(
  (p) => (
    <input
      {...p}
      type="number"
      value={p.value ?? ''}
      onChange={(e) => p.onChange(e.target.value === '' ? undefined : Number(e.target.value))}
    />
  ),
  mapProps((_, field) => ({ id: field.props.name })),
);
const Check = connect(
  (p) => (
    <input
      id={p.id}
      type="checkbox"
      checked={!!p.value}
      onChange={(e) => p.onChange(e.target.checked)}
    />
  ),
  mapProps((_, field) => ({ id: field.props.name })),
);
const Area = connect(
  (p) => <textarea id={p.id} value={p.value ?? ''} onChange={p.onChange} />,
  mapProps((_, field) => ({ id: field.props.name })),
);
const Select = connect(
  (p) => (
    <select id={p.id} value={p.value ?? ''} onChange={p.onChange}>
      <option value="" />
      {(p.dataSource || []).map((o) => (
        <option key={o.value} value={o.value}>
          {o.label}
        </option>
      ))}
    </select>
  ),
  mapProps({ dataSource: true }, (_, field) => ({ id: field.props.name })),
);
const Total = connect((p) => <output data-total="">{p.value}</output>);
const Section = ({ title, children }) => (
  <fieldset>
    <legend>{title}</legend>
    {children}
  </fieldset>
);
const SchemaField = createSchemaField({
  components: {
    FormItem,
    Input: html('text'),
    Num,
    DateF: html('date'),
    Check,
    Area,
    Select,
    Section,
    Total,
  },
});
const C = {
  text: 'Input',
  number: 'Num',
  date: 'DateF',
  checkbox: 'Check',
  textarea: 'Area',
  select: 'Select',
};
const T = { number: 'number', checkbox: 'boolean' };

function build(m) {
  const properties = {};
  for (const s of m.sections) {
    const p = {};
    for (const f of s.fields) {
      p[f.key] = {
        type: T[f.type] || 'string',
        title: f.label,
        required: f.required,
        'x-decorator': 'FormItem',
        'x-component': C[f.type],
      };
      if (f.options) p[f.key].enum = f.options.map((o) => ({ label: o, value: o }));
      if (f.showWhen)
        p[f.key]['x-reactions'] = {
          dependencies: [f.showWhen.key],
          fulfill: { state: { visible: `{{$deps[0] === "${f.showWhen.value}"}}` } },
        };
    }
    properties[s.key] = {
      type: 'void',
      'x-component': 'Section',
      'x-component-props': { title: s.title },
      properties: p,
    };
  }
  properties.total = {
    type: 'number',
    'x-component': 'Total',
    'x-reactions': {
      dependencies: m.totalOf,
      fulfill: { state: { value: '{{$deps.reduce((a, b) => a + (Number(b) || 0), 0)}}' } },
    },
  };
  return { type: 'object', properties };
}
let form;
registerForm({
  name: 'formily-html',
  mount(m, el) {
    const schema = build(m);
    form = createForm({ initialValues: { ...m.initial } });
    createRoot(el).render(
      <FormProvider form={form}>
        <SchemaField schema={schema} />
      </FormProvider>,
    );
  },
  values: () => form.values,
});
