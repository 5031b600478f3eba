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
  checkSchema,
  DocumentError,
  FORMATS,
  MAX_DOCUMENT_LENGTH,
  same as sameJson,
  type DocumentProblem,
  type Fault,
  type FieldsOf,
  type Json,
  type Kind,
  type KindName,
  type KindOf,
  type Schema,
  type Value,
} from '../document/index.ts';
export { flatten, nest, treeProblems } from './model/nested.ts';
export { BLOCK_PREFIX, blockUses, isSharing, MAX_BLOCKS_DEEP, splitPin } from './model/blocks.ts';
export { pathsToShare, SHARED_PARTS, sharedBy } from './model/shares.ts';
export type { Catalogues } from './validate/catalogue.ts';
export { allowancesOf, forbiddenCalls, isViewersPage, programAllowances } from './rights/rights.ts';
export { evaluate } from './compile/value.ts';
export { compileActions, stepArgsOf } from './compile/compile-actions.ts';
export { compilePage } from './compile/compile.ts';
export { stepsName } from './model/steps.ts';
export { LIST_QUERY } from './model/names.ts';
export * from './operations/index.ts';
export { migrate } from './model/migrate.ts';
export {
  callCatalogue,
  isSoundKey,
  outlinePage,
  validatePage,
  type ActionCatalogue,
  type WidgetCatalogue,
} from './validate/index.ts';
export { marksOf } from './schema/marks.ts';
export { formPatterns, MAX_PATTERN } from './schema/form-patterns.ts';
export { anySchemaRefusals } from './schema/any-schema.ts';
export { checkDraft7, type Dependency } from './schema/draft7.ts';
export { uiSchemaRefusals } from './schema/ui-schema.ts';
export { unfoldFormSchema } from './schema/form-refs.ts';
export { keywordTable } from './schema/keywords.ts';
export { liveFields, RECORD_KEYWORDS, recordSchema, schemaHash } from './describe/record-schema.ts';
export { isWide, uiFor } from './describe/ui.ts';
export { cellType, fieldType, USER_TYPE, recordType } from './compile/scope-types.ts';
export * from './rules/index.ts';
export { metaSchema, PAGE_SCHEMA_PATH } from './validate/meta-schema.ts';
export {
  applyRename,
  fieldMapping,
  type FieldNames,
  keyOfAddress,
  mapExpression,
  pageAddress,
  pathsRead,
  PageRecords,
  pageUses,
  type Rename,
  type RenameOptions,
  pageWithoutFields,
} from './references/index.ts';
export * from './forms/index.ts';
export { closedFormPage, lockedFormPage } from './generate/form-closed.ts';
export { formPageKey } from './generate/form-sheet.ts';
export { smartFormPage, type FilledForm, type FormPageOptions } from './generate/smartForm.ts';
export { submissionPage } from './generate/submission.ts';
export { recordFormPage, rightOf, type FieldRights } from './generate/record-form.ts';
export {
  generatedKey,
  generatePage,
  isUsable,
  PAGE_KINDS,
  type PageKind,
} from './generate/index.ts';
