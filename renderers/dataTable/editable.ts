import { isComputed, type FieldType } from '../../src/contract/index.ts';

/** Types that need more room than a cell: they are changed where the record is open. */
const NOT_IN_CELLS: readonly FieldType[] = [
  'attachment',
  'image',
  'signature',
  'richText',
  'subTable',
  'location',
];
export const isEditableType = (type: FieldType): boolean =>
  !isComputed(type) && !NOT_IN_CELLS.includes(type);
