import type { FieldUi } from './field-ui.ts';

export const lookup: FieldUi = {
  load: async () => (await import('../inputs/lookup.tsx')).LookupInput,
  view: 'records',
};
