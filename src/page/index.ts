/**
 * The page document, pure: no rendering, requests or storage. JSON -> migrate -> validate ->
 * PageModel, and the operations a revision is made of. The language is described in
 * docs/page-schema.md.
 */
export * from './model/document.ts';
export * from './model/limits.ts';
export type * from './model/model.ts';
// Of documents of any kind: what those who work with pages need.
export {
  DocumentError,
  MAX_DEPTH,
  MAX_DOCUMENT_LENGTH,
  MAX_NODES,
  same as sameJson,
  splitType,
  type DocumentProblem,
  type ExprValue,
  type Json,
  type Severity,
  type Slot,
  type TextValue,
  type Value,
} from '../document/index.ts';
export { RESERVED_NAMES, SCOPE_NAMES } from './model/names.ts';
export { flatten, nest, treeProblems } from './model/nested.ts';
export {
  BLOCK_PREFIX,
  BLOCK_WIDGET,
  blockUses,
  MAX_BLOCKS_DEEP,
  pageAddress,
  pageUses,
  splitPin,
  type PageUse,
} from './model/blocks.ts';
export { namedIn, type Catalogues, type Named } from './rights/calls.ts';
export {
  allowancesOf,
  forbiddenCalls,
  fitsCall,
  programAllowances,
  type Author,
  type ForbiddenCall,
  type FindPage,
} from './rights/rights.ts';
export { compileValue, evaluate } from './compile/value.ts';
export { compileActions, stepArgsOf, type StepArgs } from './compile/compile-actions.ts';
export { compilePage, eventValues, type CompileOptions } from './compile/compile.ts';
export * from './operations/index.ts';
export {
  migrate,
  type Migrated,
  type MigrateOptions,
  type SpecMigrations,
  type WidgetMigrations,
} from './model/migrate.ts';
export {
  callCatalogue,
  isSoundKey,
  outlinePage,
  validatePage,
  type ActionCatalogue,
  type ActionSpec,
  type CallCatalogue,
  type ValidateOptions,
  type ValidateResult,
  type WidgetCatalogue,
  type WidgetSpec,
} from './validate/index.ts';
export { checkSchema, type Fault } from './schema/check.ts';
export { marksOf } from './schema/marks.ts';
export { FORMATS } from './schema/formats.ts';
export { formPatterns, MAX_PATTERN } from './schema/form-patterns.ts';
export { anySchemaRefusals } from './schema/any-schema.ts';
export { checkDraft7, type Dependency } from './schema/draft7.ts';
export { uiSchemaRefusals } from './schema/ui-schema.ts';
export { unfoldFormSchema } from './schema/form-refs.ts';
export { keywordTable } from './schema/keywords.ts';
export type { Schema } from './schema/types.ts';
export {
  decimalProblems,
  liveFields,
  RECORD_KEYWORDS,
  recordSchema,
  schemaHash,
  type RecordSchemaOptions,
} from './describe/record-schema.ts';
export { isWide, uiFor, type FieldUi } from './describe/ui.ts';
export { fieldType, USER_TYPE, recordType } from './compile/scope-types.ts';
export * from './rules/index.ts';
export { metaSchema } from './validate/meta-schema.ts';
export { applyRename, type Rename } from './rename/rename.ts';
export * from './forms/index.ts';
export {
  closedFormPage,
  lockedFormPage,
  noFormPage,
  otherDevicePage,
} from './generate/form-closed.ts';
export type { SheetOptions } from './generate/form-sheet.ts';
export {
  isFilled,
  smartFormPage,
  type FilledForm,
  type FormPageOptions,
} from './generate/smartForm.ts';
export { submissionPage, SUBMISSION_WORDS } from './generate/submission.ts';
export { generatedKey, generatePage, PAGE_KINDS, type PageKind } from './generate/index.ts';
