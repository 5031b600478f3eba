import { FIELDS, isComputed, type FieldType } from '../../src/contract/index.ts';

/** Whether values are changed in cells: others need more room, where the record is open. */
export const isEditableType = (type: FieldType): boolean =>
  !isComputed(type) && FIELDS[type].noCell !== 'any';
