/** What opens over the page: layers, floating panels, the keys that count in the topmost one. */
export { FloatingPanel } from './FloatingPanel.tsx';
export { Layer } from './Layer.tsx';
export { LayerContext } from './layers.ts';
export { PageOpenerContext } from './page-opener.ts';
export { shortcutText, useKeyHints, useShortcut } from './shortcuts.ts';
