/**
 * The page document, pure: no rendering, requests or storage. JSON -> migrate -> validate ->
 * PageModel, and the operations a revision is made of. The language is described in
 * docs/page-schema.md.
 */
export * from './document.ts';
export * from './limits.ts';
export type * from './model.ts';
export { PageError, type PageProblem, type Severity } from './problems.ts';
export { RESERVED_NAMES, SCOPE_NAMES } from './names.ts';
export { flatten } from './flatten.ts';
export { same as sameJson } from './json.ts';
export { nest } from './nest.ts';
export { treeProblems } from './tree.ts';
export { splitType } from './slots.ts';
export {
  BLOCK_PREFIX,
  BLOCK_WIDGET,
  blockUses,
  MAX_BLOCKS_DEEP,
  pageAddress,
  pageUses,
  splitPin,
  type PageUse,
} from './blocks.ts';
export { namedIn, type Catalogues, type Named } from './calls.ts';
export {
  allowancesOf,
  forbiddenCalls,
  fitsCall,
  programAllowances,
  type Author,
  type ForbiddenCall,
  type FindPage,
} from './rights.ts';
export { compileValue, evaluate } from './value.ts';
export { compileActions, stepArgsOf, type StepArgs } from './compile-actions.ts';
export { compilePage, eventValues, type CompileOptions } from './compile.ts';
export * from './operations/index.ts';
export {
  migrate,
  type Migrated,
  type MigrateOptions,
  type SpecMigrations,
  type WidgetMigrations,
} from './migrate.ts';
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
export { fieldType, USER_TYPE, recordType } from './scope-types.ts';
export * from './rules/index.ts';
export { metaSchema } from './meta-schema.ts';
export { applyRename, type Rename } from './rename.ts';
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
