export { Avatar } from './Avatar.tsx';
export { Tag } from './Tag.tsx';
export { ValueView, type ValueViewProps } from './ValueView.tsx';
export { addDays, dateText, dateTimeText, momentOf, readDate, readDateTime } from './dates.ts';
export { EMPTY_TEXT, attachmentsOf, fileSize, formatValue, isEmpty, isNumeric, labelKind, labelOf, optionOf, safeLink, type FieldLook, type LabelSource } from './format.ts';
export { cleanNumberText, currencySign, fixedNumber, formatCurrency, formatNumber, groupDigits, parseNumber, plainNumber } from './numbers.ts';
export * from './operators.ts';
