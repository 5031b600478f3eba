/** What the views of widgets share: menus, cards of records, columns, small controls. */
export { AppIcon, appLook } from './AppIcon.tsx';
export { CopyButton } from './CopyButton.tsx';
export { FieldList } from './FieldList.tsx';
export { itemsOf, type MenuItem, MenuList, useMenu } from './Menu.tsx';
export { NameBox } from './NameBox.tsx';
export { NavEntry, samePath, staysHere } from './NavEntry.tsx';
export { NoRecords, NothingMatches } from './NoRecords.tsx';
export { cardLook, type CardLook, RecordCard, recordName } from './RecordCard.tsx';
export { answerLabels, TurnPages } from './activity.tsx';
export { chrome, IconButton, PanelButton, Pick } from './chrome.tsx';
export { contentOf, keysOf, valueOf } from './content.ts';
export { type DropPlace, leavePlace, PALETTE_TYPE, takePlace } from './drop-place.ts';
export { offerFilter, takeWish, wantFilter, wishedField } from './filter-wish.ts';
export { type RecordMoves, useRecordMoves } from './record-moves.ts';
export { pictureOf, saveFile } from './save-file.ts';
export { ShortcutHelp } from './shortcut-help.tsx';
export { fieldsFor } from './view-fields.ts';
