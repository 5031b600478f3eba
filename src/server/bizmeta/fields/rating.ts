import { DEFAULT_RATING, MAX_RATING } from '../../../contract/index.ts';
import { integer } from './integer.ts';
import type { FieldKind } from './kind.ts';

/** Stars, from one up to the most the builder allows. */
export const rating: FieldKind = {
  ...integer,
  type: 'rating',
  settings: ['max'],
  canBeUnique: false,
  normalize({ max = DEFAULT_RATING }, refuse) {
    if (!Number.isInteger(max) || max < 2 || max > MAX_RATING)
      refuse('/max', `最高分应为 2 至 ${MAX_RATING}`);
    return { max };
  },
  column: () => 'smallint',
  parse: (value, field, refuse) => integer.parse(value, { ...field, min: 1 }, refuse),
  fewValues: true,
};
