import {
  defineWidget,
  flagProp,
  gapProp,
  lengthProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const pageProps = props({
  title: textProp('页面标题；留空则不显示'),
  padding: gapProp('四周留白（像素）', 24),
  gap: gapProp('各部分之间的距离（像素）', 16),
  fill: flagProp('占满高度：内容自己滚动，页面不滚动'),
  maxWidth: lengthProp('最大宽度（像素）；留空不限'),
});
export type PageProps = Static<typeof pageProps>;

const page: WidgetDefinition = defineWidget({
  type: 'page',
  version: 1,
  title: '页面',
  category: 'layout',
  props: pageProps,
  slots: { default: { title: '内容' }, extra: { title: '标题右侧' } },
  designer: { icon: 'layout' },
  view: () => import('./View.tsx'),
});
export default page;
