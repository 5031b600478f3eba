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

const tabsProps = props({
  items: anyProp(
    '页签列表：[{key, title, badge, disabled, visible}]；每个 key 对应一个同名插槽。' +
      '{each: 列表, key, title, badge} 按列表逐行展开成页签，key 等是每行的属性名，内容用插槽 each',
  ),
  variant: choiceProp(['line', 'capsule'] as const, '样式：line 下划线，capsule 胶囊', 'line'),
  value: textProp('选中的页签；给出时由它决定（空文字为第一个），切换只发出“切换”事件'),
  label: textProp('这组页签的名称，读屏软件会读出', '页签'),
  keep: flagProp('离开的页签保留内容', true),
  fill: flagProp('占满父容器的高度，内容自己滚动'),
  faults: flagProp('页签上显示里面有几处没填对；里面的字段都不显示的页签不显示'),
  printAll: flagProp('打印时印出全部页签'),
  inset: flagProp('贴着边放：页签两侧留白，内容紧接页签'),
});
export type TabsProps = Static<typeof tabsProps>;

const tabs: WidgetDefinition = defineWidget({
  type: 'tabs',
  version: 1,
  title: '页签',
  category: 'layout',
  props: tabsProps,
  bind: { kinds: ['cell'] },
  slots: {
    '*': { title: '与页签同名的内容' },
    each: { title: '逐行展开的页签的内容', repeated: true },
    extra: { title: '页签右侧' },
  },
  events: { change: { title: '切换', payload: Type.Object({ key: Type.String() }) } },
  designer: { icon: 'folder' },
  view: () => import('./View.tsx'),
});
export default tabs;
