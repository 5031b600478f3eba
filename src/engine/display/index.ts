export { Avatar } from './Avatar.tsx';
export { cellContent, hasCellOfItsOwn, type CellWorld } from './cells.tsx';
export { CodeText } from './CodeText.tsx';
export { Tag } from './Tag.tsx';
export { Picture } from './Picture.tsx';
export { ImagePreview, Pictures } from './Pictures.tsx';
export { RichTextView } from './RichTextView.tsx';
export { Stars } from './Stars.tsx';
export { ValueView, type ValueViewProps } from './ValueView.tsx';
export { addDays, dateText, dateTimeText, momentOf, readDate, readDateTime } from './dates.ts';
export { clockAt, momentAtWall, wallAt } from './zone.ts';
export { placeLink, placeOf, placeText, type Place } from './place.ts';
export { richDocument, richLine } from './rich-text.ts';
export { spanOf, type DaySpan } from './times.ts';
export {
  EMPTY_TEXT,
  GONE_TEXT,
  areaLabel,
  attachmentsOf,
  fileSize,
  formatValue,
  isEmpty,
  isNumeric,
  labelKind,
  labelOf,
  optionOf,
  safeLink,
  type FieldLook,
  type LabelSource,
} from './format.ts';
export {
  cleanNumberText,
  currencySign,
  fixedNumber,
  formatCurrency,
  formatNumber,
  groupDigits,
  parseNumber,
  plainNumber,
} from './numbers.ts';
export { isReadable, readValue, writeNumber, type ReadField, type Reading } from './read-value.ts';
export * from './operators.ts';
