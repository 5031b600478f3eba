import type { FieldUi } from './field-ui.ts';

export const users: FieldUi = {
  load: async () => (await import('../inputs/members/presets.tsx')).UsersInput,
  width: 184,
  cell: 'people',
  view: 'people',
};
