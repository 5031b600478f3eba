/**
 * What the views of widgets share: reading odd values, phone width, layers and panels, columns of a
 * list, filter trees, small controls.
 */
export { TurnPages, answerLabels } from './activity.tsx';
export { AppIcon, appLook } from './AppIcon.tsx';
export { Blank, type DrawingName } from './Blank.tsx';
export { IconButton, PanelButton, Pick, chrome } from './chrome.tsx';
export { FloatingPanel } from './FloatingPanel.tsx';
export { FailureCard } from './FailureCard.tsx';
export { NoRecords, NothingMatches } from './NoRecords.tsx';
export { RecordCard, cardLook, recordName, type CardLook } from './RecordCard.tsx';
export { contentOf, keysOf, valueOf, type Content } from './content.ts';
export { isFlag, isNumber, isTexts, useRemembered } from './remember.ts';
export { MenuList, itemsOf, useMenu, type MenuItem } from './Menu.tsx';
export { isDensity, useColumnLayout, type ColumnLayout, type Density } from './columns.ts';
export { NameBox } from './NameBox.tsx';
export { FieldList } from './FieldList.tsx';
export { fieldsFor } from './view-fields.ts';
export {
  asGroup,
  incomplete,
  isGroup,
  leavesOf,
  newLeaf,
  pruned,
  replaceAt,
  sentenceOf,
  withField,
  withOperator,
  without,
} from './filter.ts';
export { arrowTarget } from './focus.ts';
export { LeaveContext, useLayer, LEAVE_QUESTION, useLeaveGuard } from './use-layer.tsx';
export { Layer } from './Layer.tsx';
export { NavEntry, samePath, staysHere } from './NavEntry.tsx';
export { NarrowContext, PHONE_WIDTH, useNarrow } from './narrow.ts';
export { wholeAddress } from './address.ts';
export { CopyButton } from './CopyButton.tsx';
export { pictureOf, saveFile } from './save-file.ts';
export { mouseDrag, touchDrag } from './drag-sensors.ts';
export { swallowClick, useDragListening, type Press } from './use-drag-listening.ts';
export { useRows } from './use-rows.ts';
export {
  cellOf,
  choiceOf,
  failureText,
  isRecord,
  lengthOf,
  listOf,
  numberOf,
  recordsOf,
  rowsOf,
  sourceOf,
  textOf,
} from './read.ts';
export { offerFilter, takeWish, wantFilter, wishedField } from './filter-wish.ts';
export { readCells, type PastedText, type ReadCell } from './paste.ts';
export { useRecordMoves, type RecordMove, type RecordMoves } from './record-moves.ts';
export {
  clockText,
  datePartsOf,
  dayNumber,
  dayText,
  laterBy,
  momentAt,
  mondayOf,
  monthStart,
  todayOf,
  wallTimeOf,
  weekdayOf,
  type WallTime,
} from './days.ts';
