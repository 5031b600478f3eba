/**
 * Values of fields, pure: how they are written for reading (numbers, days, times, places, options,
 * rich text), how a text is read as one, which operators a field has, conditions over them. Runs in
 * the browser, in Node and in tests alike.
 */
export { conditionOperators } from './condition/operators.ts';
export { conditionOf } from './condition/read.ts';
export { grantSentence, OP_WORDS, scopeWords } from './condition/grant-sentence.ts';
export { conditionSentence, ruleSentence } from './condition/sentence.ts';
export { conditionText } from './condition/write.ts';
export { addDays, dateText, dateTimeText, momentOf, readDate, readDateTime } from './dates.ts';
export {
  clockText,
  datePartsOf,
  dayNumber,
  dayText,
  shiftDateTime,
  momentAt,
  mondayOf,
  monthStart,
  todayOf,
  wallTimeOf,
  weekdayOf,
} from './days.ts';
export { checkDecimal } from './decimal.ts';
export {
  columnDefaultSources,
  defaultNow,
  defaultSources,
  fittedDefault,
  hasAskedDefaults,
  hasFromAddress,
} from './defaults.ts';
export { type FilledField, fillRefusal, lockedByFills } from './fills.ts';
export {
  asGroup,
  incomplete,
  isGroup,
  filterLeaves,
  newLeaf,
  pruneFilter,
  replaceAt,
  sentenceOf,
  withField,
  withOperator,
  removeFilterNode,
} from './filter.ts';
export {
  isLengthOfTime,
  readName,
  RESULT_WANTED,
  resultField,
  resultName,
} from './formula-results.ts';
export {
  areaLabel,
  attachmentsOf,
  EMPTY_TEXT,
  type FieldFormat,
  fileSize,
  formatValue,
  UNAVAILABLE_TEXT,
  isEmpty,
  isNumeric,
  labelKind,
  labelOf,
  type LabelSource,
  optionOf,
  safeLink,
} from './format.ts';
export type { LabelStore } from './labels.ts';
export { type MergedRow, mergeRows, threeWay } from './merge.ts';
export {
  cleanNumberText,
  currencySign,
  fixedNumber,
  formatNumber,
  groupDigits,
  parseNumber,
  plainNumber,
} from './numbers/numbers.ts';
export { ratioText } from './numbers/ratio.ts';
export {
  fieldNamed,
  listFields,
  operatorArity,
  operatorLabel,
  operatorsOf,
  askedFields,
  relatedFields,
  sortableFields,
} from './operators.ts';
export { allCodes, allOptions, optionPath } from './options.ts';
export { type GeoPoint, mapLink, geoPointOf, geoPointText } from './geo-point.ts';
export { type ReadField, type ParsedValue, readValue, writeNumber } from './read-value.ts';
export {
  choiceOf,
  failureText,
  isRecord,
  lengthOf,
  numberOf,
  recordsOf,
  rowsOf,
  textOf,
} from './read.ts';
export { TONES } from './tones.ts';
export { richDocument, richLine, type RichMark, type RichNode } from './rich-nodes.ts';
export {
  isEmptyRichText,
  isRichLink,
  richTextFault,
  richTextLength,
  richTextOf,
} from './rich-text.ts';
export { rollupRefusal, type RolledField } from './rollups.ts';
export {
  addMonths,
  addTime,
  type DaySpan,
  monthParts,
  readTime,
  readYearMonth,
  spanOf,
  timeOf,
  timeParts,
} from './times.ts';
export { clockAt, momentAtWall } from './zone.ts';
export { cutsOf, foundAt, lettersOf, spelledAt, standsFor, syllablesOf } from './spelling.ts';
export { partOf, withPart } from './parts.ts';
