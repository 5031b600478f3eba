import type { FieldUi } from './field-ui.ts';

export const role: FieldUi = {
  load: async () => (await import('../inputs/members/presets.tsx')).RoleInput,
  width: 128,
};
