import type { FieldUi } from './field-ui.ts';

export const lookups: FieldUi = {
  load: async () => (await import('../inputs/lookup.tsx')).LookupsInput,
  view: 'records',
};
