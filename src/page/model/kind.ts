import type { DocumentKind } from '../../document/index.ts';

/** Pages among the kinds of documents. */
export const PAGE_KIND: DocumentKind = {
  called: '页面',
  invalid: 'PAGE_INVALID',
  sections: {
    params: '参数',
    state: '状态',
    sources: '数据源',
    forms: '表单',
    machines: '流程',
    steps: '步骤',
  },
  parts: { onOpen: '打开页面时的动作', key: '页面标识', spec: '页面语言的版本' },
  values: { title: '标题' },
  silent: ['rev'],
  nodeParts: ['props', 'when', 'on'],
};
