/**
 * Names of Arco's palettes an option, a tag or an app may wear, in the order a picker offers them.
 */
export const COLORS = [
  'gray',
  'arcoblue',
  'cyan',
  'green',
  'lime',
  'gold',
  'orange',
  'orangered',
  'red',
  'magenta',
  'pinkpurple',
  'purple',
] as const;
export type ColorName = (typeof COLORS)[number];
/** The palettes' main colours as codes, the same in light and dark: values of records. */
export const COLOR_CODES: Readonly<Record<ColorName, string>> = {
  gray: '#86909c',
  arcoblue: '#165dff',
  cyan: '#14c9c9',
  green: '#00b42a',
  lime: '#9fdb1d',
  gold: '#f7ba1e',
  orange: '#ff7d00',
  orangered: '#f77234',
  red: '#f53f3f',
  magenta: '#f5319d',
  pinkpurple: '#d91ad9',
  purple: '#722ed1',
};
const COLOR_LABELS: Record<ColorName, string> = {
  gray: '灰',
  arcoblue: '蓝',
  cyan: '青',
  green: '绿',
  lime: '黄绿',
  gold: '金',
  orange: '橙',
  orangered: '橙红',
  red: '红',
  magenta: '品红',
  pinkpurple: '粉紫',
  purple: '紫',
};
export const colorLabel = (name: string): string => COLOR_LABELS[name as ColorName] ?? name;

/** Other names builders write for the same palette. */
const ALIASES: Record<string, ColorName> = {
  blue: 'arcoblue',
  grey: 'gray',
  yellow: 'gold',
  pink: 'magenta',
};
/** The palette colour of a stored one; grey for an unknown one, so that old data still shows. */
export function colorName(stored: string | undefined): ColorName {
  if (!stored) return 'gray';
  return (COLORS as readonly string[]).includes(stored)
    ? (stored as ColorName)
    : (ALIASES[stored] ?? 'gray');
}

const step = (stored: string | undefined, number: number): string =>
  `rgb(var(--${colorName(stored)}-${number}))`;
/** Step 9 on step 2 of a palette reads in light and dark (4.5 : 1); grey's own steps are paler. */
const groundOf = (stored: string | undefined): string =>
  step(stored, colorName(stored) === 'gray' ? 3 : 2);

/** Ground and text of a tag. */
export const tagStyle = (stored: string | undefined) => ({
  background: groundOf(stored),
  color: step(stored, 9),
});
/** A bar of time: a tag whose start is marked, so that pale palettes differ as well. */
export const barStyle = (stored: string | undefined) => ({
  background: `linear-gradient(to right, ${step(stored, 6)} 3px, ${groundOf(stored)} 3px)`,
  color: step(stored, 9),
});
export const dotStyle = (stored: string | undefined) => ({
  background: step(stored, 6),
});

/** The six colour pairs of an application's icon: ground and drawing (specification, section 9). */
export const APP_COLORS = ['arcoblue', 'cyan', 'green', 'orange', 'red', 'purple'] as const;
/** The 24 icons of an application (specification, section 9): names of the icon kit. */
export const APP_ICONS = [
  'apps',
  'user-group',
  'user',
  'idcard',
  'book',
  'file',
  'folder',
  'archive',
  'calendar',
  'schedule',
  'dashboard',
  'storage',
  'tag',
  'gift',
  'trophy',
  'safe',
  'tool',
  'phone',
  'message',
  'location',
  'compass',
  'common',
  'bulb',
  'star',
] as const;
export const APP_ICON_LABELS: Record<(typeof APP_ICONS)[number], string> = {
  apps: '应用',
  'user-group': '团队',
  user: '人员',
  idcard: '证件',
  book: '书',
  file: '文件',
  folder: '文件夹',
  archive: '档案',
  calendar: '日历',
  schedule: '日程',
  dashboard: '仪表',
  storage: '库存',
  tag: '标签',
  gift: '礼物',
  trophy: '奖杯',
  safe: '安全',
  tool: '工具',
  phone: '电话',
  message: '消息',
  location: '位置',
  compass: '指南针',
  common: '魔方',
  bulb: '灯泡',
  star: '星',
};

/** Icons of applications are stored by name, or by the number of one of the 24. */
export const appIconName = (stored: string): string =>
  /^[a-z]+(-[a-z]+)*$/.test(stored)
    ? stored
    : (APP_ICONS[Number(/\d+/.exec(stored)?.[0] ?? 1) - 1] ?? APP_ICONS[0]);
