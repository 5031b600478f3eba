/** What opens over the page: layers, floating panels, the keys that count in the topmost one. */
export { FloatingPanel } from './FloatingPanel.tsx';
export { Layer } from './Layer.tsx';
export { closeTopLayer, hasClosableLayer } from './layer-stack.ts';
export { LayerContext } from './layers.ts';
export { PageOpenerContext } from './page-opener.ts';
export { REDO_KEY, shortcutText, UNDO_KEY, useKeyHints, useShortcut } from './shortcuts.ts';
export { typingIn } from './typing.ts';
