/**
 * Documents of nodes, pure: what pages have in common with every other document that is a tree of
 * nodes in slots. It knows no page; a kind of documents says what is particular to it
 * (`DocumentKind`).
 */
export {
  asText,
  freeze,
  hashText,
  isObject,
  isText,
  own,
  put,
  same,
  stableText,
  type Json,
  type JsonObject,
} from './base/json.ts';
export type { DocumentKind } from './base/kind.ts';
export * from './base/limits.ts';
export { tooLarge } from './base/measure.ts';
export { hint, identifierFault } from './base/names.ts';
export {
  at,
  bySeverity,
  DocumentError,
  nodePath,
  Problems,
  ROOT_PATH,
  withNodeId,
  type DocumentProblem,
  type ProblemPath,
  type Severity,
} from './base/problems.ts';
export { isExpression, isTemplate, type ExprValue, type Value } from './base/values.ts';
export type { DocumentNode, Nested, NestedOf, NodeDocument, Slot } from './nodes/document.ts';
export { flatten, flattenRaw, isNested } from './nodes/flatten.ts';
export { nest } from './nodes/nest.ts';
export { slotAlias, slotIds, slotsOf, splitType } from './nodes/slots.ts';
export { treeProblems, walkTree, type Tree } from './nodes/tree.ts';
export { Check, checkSchema, looksTagged, type CheckOptions, type Fault } from './schema/check.ts';
export { FORMATS, type Format } from './schema/formats.ts';
export type { FieldsOf, Kind, KindName, KindOf } from './schema/kinds.ts';
export type { Schema } from './schema/types.ts';
