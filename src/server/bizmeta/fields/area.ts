import { treeFilter } from './filters/tree.ts';
import { areaBelow, isArea, isDeepEnough } from '../../upm/index.ts';
import type { FieldKind } from './kind.ts';

/** Province, city, district. */
const DEEPEST = 3;
const NAMES = ['', '省', '市', '区县'];

/** An administrative division of China by its code (GB/T 2260). */
export const area: FieldKind = {
  type: 'area',
  settings: ['areaLevel'],
  canBeUnique: false,
  canHaveDefault: true,
  filter: treeFilter((value) => (isArea(value) ? value : undefined), areaBelow, '行政区划代码'),
  normalize: ({ areaLevel: level = DEEPEST }) => ({ areaLevel: level }),
  column: () => 'text',
  parse(value, field, refuse) {
    if (!isArea(value))
      return refuse('VALUE_FORMAT', { label: field.label, expected: '行政区划代码，如 310101' });
    const wanted = field.areaLevel ?? DEEPEST;
    return isDeepEnough(value, wanted)
      ? value
      : refuse('VALUE_FORMAT', { label: field.label, expected: `选到${NAMES[wanted]}一级` });
  },
};
