import { allOptions, optionPath } from '../../../values/index.ts';
import { treeFilter } from './filters/tree.ts';
import type { FieldKind } from './kind.ts';
import { normalizeTree } from './settings.ts';

/** One option of a tree, by its code. */
export const cascade: FieldKind = {
  type: 'cascade',
  settings: ['options', 'leafOnly'],
  canBeUnique: false,
  canHaveDefault: true,
  filter: treeFilter(
    (value, field) =>
      typeof value === 'string' && optionPath(field.options, value).length > 0 ? value : undefined,
    (code, field) =>
      allOptions(optionPath(field.options, code).slice(-1)).map((option) => option.code),
    '该字段的选项',
  ),
  normalize: (input, refuse) => ({
    ...normalizeTree(input, refuse),
    ...(input.leafOnly && { leafOnly: true }),
  }),
  column: () => 'text',
  parse(value, field, refuse) {
    if (typeof value !== 'string')
      return refuse('VALUE_TYPE', { label: field.label, expected: '选项编码' });
    const option = optionPath(field.options, value).at(-1);
    if (!option) return refuse('VALUE_OPTION', { label: field.label, value: value.slice(0, 40) });
    return field.leafOnly && option.children?.length
      ? refuse('VALUE_FORMAT', { label: field.label, expected: '最末一级的选项' })
      : value;
  },
};
