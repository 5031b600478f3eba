/** The MobX objects behind bound nodes: fields, records, forms, lists, cells. */
export { cellOf, listOf, sourceOf } from './bound.ts';
export { CellModel, RowCell } from './cell.ts';
export { equalData } from './equal.ts';
export {
  fieldsOfObjects,
  isExplainable,
  type Question,
  questionOf,
  storedQuestion,
} from './explain.ts';
export { FieldModelImpl } from './field.ts';
export { fillBeside, filledBy } from './fills.ts';
export { FormModelImpl } from './form.ts';
export { FormRules } from './form-rules.ts';
export {
  asDescribe,
  asField,
  asForm,
  asList,
  asRecord,
  asValue,
  BindError,
  bindKind,
  type BindKind,
} from './guards.ts';
export type { JSONSchema7 } from './json-schema.ts';
export { ParseFailure } from './list-edits.ts';
export { ListModelImpl, SELECT_MAX } from './list.ts';
export { callAndPublish } from './record-changes.ts';
export type { OwnedField, OwnedRecord } from './owner.ts';
export type { FieldSnapshot } from './record.ts';
export { type FieldSpec, INPUT_OF_TYPE } from './spec.ts';
export type {
  Cell,
  FormError,
  FieldModel,
  FormModel,
  ListModel,
  Model,
  RecordModel,
} from './types.ts';
export { authorPhrase, lastAuthor } from './versions.ts';
