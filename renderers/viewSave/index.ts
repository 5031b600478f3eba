import { defineWidget, props, textProp, type WidgetDefinition } from '../../src/view/kit/index.ts';
import { Type, type Static } from 'typebox';

const viewSaveProps = props({
  name: textProp('列设置的名称，与表格的一致；不填取对象名'),
});
export type ViewSaveProps = Static<typeof viewSaveProps>;

const viewSave: WidgetDefinition = defineWidget({
  type: 'viewSave',
  version: 1,
  title: '保存视图',
  category: 'data',
  props: viewSaveProps,
  bind: { kinds: ['list'], required: true },
  events: {
    save: { title: '把修改保存到视图', payload: Type.Object({ input: Type.Unknown() }) },
    saveAs: { title: '另存为新的视图', payload: Type.Object({ view: Type.Unknown() }) },
    reset: { title: '还原' },
  },
  designer: { icon: 'save' },
  view: () => import('./View.tsx'),
});
export default viewSave;
