// The peers: what each is called, the folder (one React each) whose packages it is built with, its
// adapter, and the packages whose versions the report names.
export const FORMS = [
  { name: 'plain-dom', group: 'r19', entry: 'form-plain.js', packages: [] },
  {
    name: 'rjsf',
    group: 'r19',
    entry: 'form-rjsf.jsx',
    packages: ['@rjsf/core', '@rjsf/validator-ajv8'],
    define: { __LIVE__: 'false' },
  },
  {
    name: 'rjsf-live',
    group: 'r19',
    entry: 'form-rjsf.jsx',
    packages: ['@rjsf/core', '@rjsf/validator-ajv8'],
    define: { __LIVE__: 'true' },
  },
  {
    name: 'formily-html',
    group: 'r19',
    entry: 'form-formily.jsx',
    packages: ['@formily/core', '@formily/react'],
  },
  {
    name: 'formily-antd',
    group: 'r18',
    entry: 'form-formily-antd.jsx',
    packages: ['@formily/core', '@formily/antd-v5', 'antd'],
  },
  { name: 'amis', group: 'r18', entry: 'form-amis.jsx', packages: ['amis'] },
  {
    name: 'jsonforms',
    group: 'r19',
    entry: 'form-jsonforms.jsx',
    packages: ['@jsonforms/core', '@jsonforms/vanilla-renderers'],
  },
  {
    name: 'surveyjs',
    group: 'r19',
    entry: 'form-survey.jsx',
    packages: ['survey-core', 'survey-react-ui'],
  },
  { name: 'form-render', group: 'r18', entry: 'form-fr.jsx', packages: ['form-render', 'antd'] },
  { name: 'form-js', group: 'r19', entry: 'form-formjs.js', packages: ['@bpmn-io/form-js'] },
  {
    name: 'ddf',
    group: 'r19',
    entry: 'form-ddf.jsx',
    packages: ['@data-driven-forms/react-form-renderer'],
  },
];
export const LISTS = [
  {
    name: 'l-tanstack',
    group: 'r19',
    entry: 'list-tanstack.jsx',
    packages: ['@tanstack/react-table', '@tanstack/react-virtual'],
  },
  { name: 'l-antd', group: 'r19', entry: 'list-antd.jsx', packages: ['antd'] },
  { name: 'l-rdg', group: 'r19', entry: 'list-rdg.jsx', packages: ['react-data-grid'] },
  { name: 'l-aggrid', group: 'r19', entry: 'list-aggrid.jsx', packages: ['ag-grid-community'] },
  { name: 'l-vtable', group: 'r19', entry: 'list-vtable.js', packages: ['@visactor/vtable'] },
  {
    name: 'l-arco',
    group: 'r18',
    entry: 'list-arco.jsx',
    packages: ['@arco-design/web-react'],
    define: { __PAGED__: 'false' },
  },
  {
    name: 'l-amis-table',
    group: 'r18',
    entry: 'list-amis.jsx',
    packages: ['amis'],
    define: { __PAGED__: 'false' },
  },
];
