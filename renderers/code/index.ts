import {
  anyProp,
  choiceProp,
  defineWidget,
  flagProp,
  lengthProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const codeProps = props({
  code: anyProp('代码；给对象或列表时显示为 JSON'),
  language: choiceProp(
    [
      'text',
      'json',
      'javascript',
      'typescript',
      'sql',
      'html',
      'css',
      'bash',
      'python',
      'java',
      'yaml',
    ] as const,
    '语言',
    'text',
  ),
  title: textProp('标题，例如文件名'),
  numbers: flagProp('显示行号', true),
  copy: flagProp('可以复制', true),
  wrap: flagProp('太长的行换行'),
  maxHeight: lengthProp('最大高度（像素），超出时自己滚动', 480),
});
export type CodeProps = Static<typeof codeProps>;

const code: WidgetDefinition = defineWidget({
  type: 'code',
  version: 1,
  title: '代码',
  category: 'display',
  props: codeProps,
  bind: { kinds: ['field', 'cell', 'source'] },
  designer: { icon: 'code' },
  view: () => import('./View.tsx'),
});
export default code;
