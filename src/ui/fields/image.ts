import type { FieldUi } from './field-ui.ts';

export const image: FieldUi = {
  load: async () => (await import('../inputs/image.tsx')).ImageInput,
  height: 96,
  width: 160,
  cell: 'pictures',
  view: 'pictures',
};
