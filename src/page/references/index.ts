/**
 * What a page names, found by the schemas of its widgets, actions and calls: usages of pages, and the
 * page after an object or a field is renamed.
 */
export { keyOfAddress, pageAddress } from './addresses.ts';
export type { FindPage } from './cells.ts';
export { fieldMapping, pathsRead, type FieldNames } from './field-names.ts';
export { PageRecords } from './records.ts';
export { mapExpression } from './rename-expression.ts';
export { applyRename, type Rename, type RenameOptions } from './rename.ts';
export { pageUses } from './uses.ts';
export { pageWithoutFields } from './without-fields.ts';
