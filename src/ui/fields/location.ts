import type { FieldUi } from './field-ui.ts';

export const location: FieldUi = {
  load: async () => (await import('../inputs/location.tsx')).LocationInput,
  height: 72,
  width: 240,
  view: 'place',
};
