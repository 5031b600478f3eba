/**
 * Hooks of React that know neither pages nor models: timing, focus, drags, the width of the screen.
 */
export { mouseDrag, touchDrag } from './drag-sensors.ts';
export { arrowTarget } from './focus.ts';
export { useFrozenWhilePointerDown } from './frozen-while-pointer-down.ts';
export { HiddenContext, Hideable } from './hidden.tsx';
export { useCountdown, useDebounced, useDelayedFlag, useKeyed, useStable } from './hooks.ts';
export { NarrowContext, PHONE_WIDTH, useNarrow } from './narrow.ts';
export { useOnPaper } from './on-paper.ts';
export { suppressNextClick, useDragListening } from './use-drag-listening.ts';
export { isSpelled, type Spelling, useSpelling } from './use-spelling.ts';
export { useRows } from './use-rows.ts';
export { useToday } from './use-today.ts';
