/** Icons by name, and the colours a person may choose. */
export { Icon, loadIcons } from './icons.tsx';
export { colorName, dotStyle, tagStyle } from './palette.ts';
