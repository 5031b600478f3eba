/**
 * Documents of nodes, pure: what pages have in common with every other document that is a tree of
 * nodes in slots. It knows no page; a kind of documents says what is particular to it
 * (`DocumentKind`).
 */
export {
  asText,
  copy,
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
export {
  isExpression,
  isTagged,
  isTemplate,
  type ExprValue,
  type TextValue,
  type Value,
} from './base/values.ts';
export type {
  DocumentNode,
  Nested,
  NestedOf,
  NestedSlot,
  NodeDocument,
  NodeOf,
  Slot,
} from './nodes/document.ts';
export { flatten, flattenRaw, isNested } from './nodes/flatten.ts';
export { nest } from './nodes/nest.ts';
export {
  bare,
  childIds,
  emptySlots,
  slotAlias,
  slotIds,
  slotsOf,
  splitType,
  withIds,
} from './nodes/slots.ts';
export { treeProblems, walkTree, type Parent, type Tree } from './nodes/tree.ts';
