import type { FieldUi } from './field-ui.ts';

export const barcode: FieldUi = {
  load: async () => (await import('../inputs/scan/ScanInput.tsx')).ScanInput,
  view: 'code',
};
