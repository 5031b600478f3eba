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
export {
  addDays,
  dateText,
  dateTimeText,
  momentOf,
  readDate,
  readDateTime,
} from './times/dates.ts';
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
} from './times/days.ts';
export { checkDecimal } from './numbers/decimal.ts';
export {
  columnDefaultSources,
  defaultNow,
  defaultSources,
  fittedDefault,
  hasAskedDefaults,
  hasFromAddress,
} from './fields/defaults.ts';
export { type FilledField, fillRefusal, lockedByFills } from './fields/fills.ts';
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
} from './fields/filter.ts';
export {
  isLengthOfTime,
  readName,
  RESULT_WANTED,
  resultField,
  resultName,
} from './fields/formula-results.ts';
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
} from './fields/format.ts';
export type { LabelStore } from './base/labels.ts';
export { type MergedRow, mergeRows, threeWay } from './base/merge.ts';
export {
  cleanNumberText,
  currencySign,
  fixedNumber,
  formatNumber,
  groupDigits,
  parseNumber,
  plainNumber,
  roundNumber,
} from './numbers/numbers.ts';
export { sumOf } from './numbers/sum.ts';
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
} from './fields/operators.ts';
export { allCodes, allOptions, optionPath } from './fields/options.ts';
export { type GeoPoint, mapLink, geoPointOf, geoPointText } from './fields/geo-point.ts';
export { type ReadField, type ParsedValue, readValue, writeNumber } from './fields/read-value.ts';
export {
  choiceOf,
  failureText,
  isRecord,
  lengthOf,
  numberOf,
  recordsOf,
  rowsOf,
  textOf,
} from './base/read.ts';
export { TONES } from './base/tones.ts';
export { richDocument, richLine, type RichMark, type RichNode } from './texts/rich-nodes.ts';
export {
  isEmptyRichText,
  isRichLink,
  richTextFault,
  richTextLength,
  richTextOf,
} from './texts/rich-text.ts';
export { rollupRefusal, type RolledField } from './fields/rollups.ts';
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
} from './times/times.ts';
export { clockAt, momentAtWall } from './times/zone.ts';
export { cutsOf, foundAt, lettersOf, spelledAt, standsFor, syllablesOf } from './texts/spelling.ts';
export { partOf, withPart } from './base/parts.ts';
