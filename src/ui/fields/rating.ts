import type { FieldUi } from './field-ui.ts';

export const rating: FieldUi = {
  load: async () => (await import('../inputs/rating.tsx')).RatingInput,
  width: 120,
  rowWidth: 120,
  cell: 'stars',
  view: 'stars',
};
