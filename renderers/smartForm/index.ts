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

const smartFormProps = props({
  form: textProp('智能表单的编号，或它的链接中的一段'),
  edit: textProp('要修改的一次提交的编号；留空则新填一份'),
  submission: textProp('查看自己的一次提交：它的编号；给出时不再填写表单'),
  draft: anyProp(
    '还没有发布的表单（接口 bizmeta.smartform.preview 回答的 form）：可以试填，不写入',
  ),
  device: choiceProp(
    ['auto', 'pc', 'mobile'] as const,
    '按哪种屏幕显示：auto 按窗口，pc 电脑，mobile 手机',
    'auto',
  ),
  mine: textProp('自己的提交所在的路径，成功页由此前往；留空则没有', '/main/forms/mine'),
  alone: flagProp('单独成页：表单名称就是页面的标题'),
});
export type SmartFormProps = Static<typeof smartFormProps>;

const smartForm: WidgetDefinition = defineWidget({
  type: 'smartForm',
  version: 1,
  title: '智能表单',
  category: 'input',
  props: smartFormProps,
  events: {
    opened: { title: '表单已打开', payload: Type.Object({ name: Type.String() }) },
    missing: { title: '没有这份表单或这次提交' },
    sent: { title: '提交之后' },
    edit: {
      title: '转到另一次提交；空文字为新填一份',
      payload: Type.Object({ key: Type.String() }),
    },
    change: {
      title: '要修改查看中的提交',
      payload: Type.Object({
        id: Type.String(),
        formId: Type.String(),
        object: Type.String(),
        appId: Type.Union([Type.String(), Type.Null()]),
      }),
    },
  },
  designer: { icon: 'edit', platform: true },
  view: () => import('./View.tsx'),
});
export default smartForm;
