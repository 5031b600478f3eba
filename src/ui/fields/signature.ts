import type { FieldUi } from './field-ui.ts';

export const signature: FieldUi = {
  load: async () => (await import('../inputs/signature/SignatureInput.tsx')).SignatureInput,
  height: 120,
  width: 104,
  cell: 'paper',
  view: 'paper',
};
