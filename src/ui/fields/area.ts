import type { FieldUi } from './field-ui.ts';

export const area: FieldUi = {
  load: async () => (await import('../inputs/area.tsx')).AreaInput,
  width: 208,
};
