/** What the views of widgets share: menus, cards of records, columns, small controls. */
export { AppIcon, appLook } from './AppIcon.tsx';
export { CopyButton } from './CopyButton.tsx';
export { FieldList } from './FieldList.tsx';
export { itemsOf, type MenuItem, MenuList, triggerProps, useMenu } from './Menu.tsx';
export { NameBox } from './NameBox.tsx';
export { NavEntry, samePath, opensInSameTab } from './NavEntry.tsx';
export { NoRecords, NothingMatches } from './NoRecords.tsx';
export { cardLook, type CardLook, RecordCard, recordName } from './RecordCard.tsx';
export { labelsWithFallback, NewestFirstPager } from './activity.tsx';
export { chrome, IconButton, MoveButtons, PanelButton } from './chrome.tsx';
export { contentOf, keysOf, valueOf } from './content.ts';
export { type DropTarget, setDropTarget, PALETTE_TYPE, consumeDropTarget } from './drop-target.ts';
export {
  registerFilterEditor,
  consumeFilterRequest,
  requestFilter,
  requestedFilterField,
} from './filter-request.ts';
export { lockedRecords, type RecordMoves, useRecordMoves } from './record-moves.ts';
export { pictureOf, saveFile } from './save-file.ts';
export { ShortcutHelp } from './shortcut-help.tsx';
export { stillHas } from './still-has.ts';
export { fieldsFor } from './view-fields.ts';
