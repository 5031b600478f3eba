import {
  defineWidget,
  flagProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const appShellProps = props({
  sideLabel: textProp('侧边菜单的名称，读屏软件会读出', '主导航'),
  collapsible: flagProp('侧边菜单可收起，并记住', true),
});
export type AppShellProps = Static<typeof appShellProps>;

const appShell: WidgetDefinition = defineWidget({
  type: 'appShell',
  version: 1,
  title: '应用外壳',
  category: 'shell',
  props: appShellProps,
  slots: {
    brand: { title: '品牌' },
    side: { title: '侧边菜单' },
    header: { title: '顶栏' },
    main: { title: '主区域' },
  },
  designer: { icon: 'layout', platform: true },
  view: () => import('./View.tsx'),
});
export default appShell;
