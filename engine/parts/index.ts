/** What the views of widgets share: reading odd values, phone width, layers and panels, columns of a list, filter trees, small controls. */
export { AppIcon, appLook } from './AppIcon.tsx';
export { Blank, type DrawingName } from './Blank.tsx';
export { IconButton, PanelButton, Pick, chrome } from './chrome.tsx';
export { FailureCard } from './FailureCard.tsx';
export { contentOf, keysOf, valueOf, type Content } from './content.ts';
export { isFlag, isNumber, isTexts, useRemembered } from './remember.ts';
export { MenuList, itemsOf, useMenu, type MenuItem } from './Menu.tsx';
export { columnLayoutOf, type ColumnLayout, type Density } from './columns.ts';
export { asGroup, incomplete, isGroup, leavesOf, newLeaf, pruned, replaceAt, sentenceOf, withField, withOperator, without } from './filter.ts';
export { arrowTarget } from './focus.ts';
export { LeaveContext, useLayer } from './use-layer.tsx';
export { Layer } from './Layer.tsx';
export { NavEntry, samePath, staysHere } from './NavEntry.tsx';
export { useNarrow } from './narrow.ts';
export { CopyButton } from './CopyButton.tsx';
export { pictureOf, saveFile } from './save-file.ts';
export { useRows } from './use-rows.ts';
export { cellOf, choiceOf, failureText, isRecord, lengthOf, listOf, numberOf, recordsOf, rowsOf, sourceOf, textOf } from './read.ts';
