import type { FieldUi } from './field-ui.ts';

export const user: FieldUi = {
  load: async () => (await import('../inputs/members/presets.tsx')).UserInput,
  width: 128,
  cell: 'people',
  view: 'people',
};
