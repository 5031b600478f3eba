import {
  anyProp,
  choiceProp,
  defineWidget,
  flagProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const fileListProps = props({
  files: anyProp('文件的列表：[{fileId, name, size, mime}]；绑定附件字段时不必填写'),
  layout: choiceProp(['list', 'cards'] as const, '排列：list 一行一个，cards 缩略图', 'list'),
  download: flagProp('可以下载', true),
  preview: flagProp('图片可以预览', true),
  removable: flagProp('可以移除；绑定字段时直接移除，否则触发“移除”'),
  empty: textProp('没有文件时的文字', '没有文件'),
  label: textProp('名称，读屏软件会读出', '文件'),
});
export type FileListProps = Static<typeof fileListProps>;

const fileList: WidgetDefinition = defineWidget({
  type: 'fileList',
  version: 1,
  title: '文件列表',
  category: 'display',
  props: fileListProps,
  bind: { kinds: ['field', 'cell', 'source'] },
  events: {
    remove: {
      title: '移除了一个文件',
      payload: Type.Object({ fileId: Type.String(), name: Type.String() }),
    },
  },
  designer: { icon: 'attachment' },
  view: () => import('./View.tsx'),
});
export default fileList;
