import type { WidgetDefinition } from '../engine/kit/index.ts';
import alert from './alert/index.ts';
import appIcon from './appIcon/index.ts';
import appShell from './appShell/index.ts';
import avatar from './avatar/index.ts';
import card from './card/index.ts';
import dialog from './dialog/index.ts';
import divider from './divider/index.ts';
import drawer from './drawer/index.ts';
import empty from './empty/index.ts';
import grid from './grid/index.ts';
import icon from './icon/index.ts';
import image from './image/index.ts';
import navItem from './navItem/index.ts';
import navMenu from './navMenu/index.ts';
import outlet from './outlet/index.ts';
import page from './page/index.ts';
import pageEmbed from './pageEmbed/index.ts';
import panel from './panel/index.ts';
import repeat from './repeat/index.ts';
import result from './result/index.ts';
import skeleton from './skeleton/index.ts';
import split from './split/index.ts';
import stack from './stack/index.ts';
import statistic from './statistic/index.ts';
import tabs from './tabs/index.ts';
import tag from './tag/index.ts';
import text from './text/index.ts';
import toolbar from './toolbar/index.ts';

/** Every widget of the product: one folder, one line. The application hands this list to the engine. */
export const widgets: WidgetDefinition[] = [
  alert,
  appIcon,
  appShell,
  avatar,
  card,
  dialog,
  divider,
  drawer,
  empty,
  grid,
  icon,
  image,
  navItem,
  navMenu,
  outlet,
  page,
  pageEmbed,
  panel,
  repeat,
  result,
  skeleton,
  split,
  stack,
  statistic,
  tabs,
  tag,
  text,
  toolbar,
];
