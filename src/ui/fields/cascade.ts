import type { FieldUi } from './field-ui.ts';

export const cascade: FieldUi = {
  load: async () => (await import('../inputs/cascade.tsx')).CascadeInput,
  width: 184,
};
