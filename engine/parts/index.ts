/** What the views of widgets share: reading odd values, phone width, floating panels, focus, columns of a list, filter trees. */
export { AppIcon, appLook, type AppLook } from './AppIcon.tsx';
export { Blank, type DrawingName } from './Blank.tsx';
export { IconButton, PanelButton, Pick, chrome } from './chrome.tsx';
export { FailureCard } from './FailureCard.tsx';
export { FloatingPanel } from './FloatingPanel.tsx';
export { COLUMN_MAX, COLUMN_MIN, ColumnLayout, columnLayoutOf, type Density } from './columns.ts';
export { asGroup, incomplete, isGroup, leavesOf, newLeaf, pruned, replaceAt, sentenceOf, withField, withOperator, without, type FilterPath } from './filter.ts';
export { arrowTarget, firstFocusable, keepFocusInside, useReturnFocus } from './focus.ts';
export { LeaveContext, useLayer, type LeaveGuard } from './use-layer.tsx';
export { Layer } from './Layer.tsx';
export { NavEntry, samePath, staysHere } from './NavEntry.tsx';
export { PHONE_WIDTH, useNarrow } from './narrow.ts';
export { cellOf, choiceOf, failureText, isRecord, lengthOf, listOf, numberOf, recordsOf, rowsOf, sourceOf, textOf } from './read.ts';
