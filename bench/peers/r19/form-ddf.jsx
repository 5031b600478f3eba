import { createRoot } from 'react-dom/client';
import * as D from '@data-driven-forms/react-form-renderer';
import { registerForm } from '../../browser/register.js';
const { useFieldApi, FormSpy, useFormApi } = D;
const FormRenderer = D.FormRenderer || D.default;

const Box = ({ id, label, isRequired, meta, children }) => (
  <div>
    <label htmlFor={id}>
      {label}
      {isRequired ? ' *' : ''}
    </label>
    {children}
    {meta.touched && meta.error ? <span>{meta.error}</span> : null}
  </div>
);
const input = (type) => (props) => {
  const { input, meta, label, isRequired } = useFieldApi(props);
  return (
    <Box id={input.name} {...{ label, meta, isRequired }}>
      <input {...input} id={input.name} type={type} />
    </Box>
  );
};
const Area = (props) => {
  const { input, meta, label } = useFieldApi(props);
  return (
    <Box id={input.name} {...{ label, meta }}>
      <textarea {...input} id={input.name} />
    </Box>
  );
};
const Check = (props) => {
  const { input, meta, label } = useFieldApi({ ...props, type: 'checkbox' });
  return (
    <Box id={input.name} {...{ label, meta }}>
      <input {...input} id={input.name} type="checkbox" />
    </Box>
  );
};
const Select = (props) => {
  const { input, meta, label, options } = useFieldApi(props);
  return (
    <Box id={input.name} {...{ label, meta }}>
      <select {...input} id={input.name}>
        <option value="" />
        {options.map((o) => (
          <option key={o.value} value={o.value}>
            {o.label}
          </option>
        ))}
      </select>
    </Box>
  );
};
let m, api;
const Total = () => {
  api = useFormApi();
  return (
    <FormSpy subscription={{ values: true }}>
      {({ values }) => <output data-total="">{m.sum((k) => values?.[k])}</output>}
    </FormSpy>
  );
};
const Sub = ({ title, fields }) => {
  const { renderForm } = useFormApi();
  return (
    <fieldset>
      <legend>{title}</legend>
      {renderForm(fields)}
    </fieldset>
  );
};
const mapper = {
  'text-field': input('text'),
  num: input('number'),
  'date-picker': input('date'),
  checkbox: Check,
  textarea: Area,
  select: Select,
  'sub-form': Sub,
  total: Total,
};
const C = {
  text: 'text-field',
  number: 'num',
  date: 'date-picker',
  checkbox: 'checkbox',
  textarea: 'textarea',
  select: 'select',
};
const Template = ({ formFields }) => {
  const { handleSubmit } = useFormApi();
  return <form onSubmit={handleSubmit}>{formFields}</form>;
};
registerForm({
  name: 'ddf',
  mount(model, el) {
    m = model;
    const fields = m.sections.map((s) => ({
      component: 'sub-form',
      name: s.key,
      title: s.title,
      fields: s.fields.map((f) => ({
        component: C[f.type],
        name: f.key,
        label: f.label,
        ...(f.type === 'number' ? { dataType: 'number' } : {}),
        ...(f.options ? { options: f.options.map((o) => ({ label: o, value: o })) } : {}),
        ...(f.required ? { isRequired: true, validate: [{ type: 'required' }] } : {}),
        ...(f.showWhen ? { condition: { when: f.showWhen.key, is: f.showWhen.value } } : {}),
      })),
    }));
    fields.push({ component: 'total', name: 'total' });
    createRoot(el).render(
      <FormRenderer
        schema={{ fields }}
        componentMapper={mapper}
        FormTemplate={Template}
        initialValues={{ ...m.initial }}
        onSubmit={() => {}}
      />,
    );
  },
  values: () => api.getState().values,
});
