/** Icons by name, and the colours a person may choose. */
export { Icon, loadIcons } from './icons.tsx';
export { default as iconButton } from './icon-button.module.css';
export { barStyle, colorName, dotStyle, tagStyle } from './palette.ts';
