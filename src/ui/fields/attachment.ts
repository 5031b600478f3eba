import type { FieldUi } from './field-ui.ts';

export const attachment: FieldUi = {
  load: async () => (await import('../inputs/attachment.tsx')).AttachmentInput,
  height: 40,
  width: 160,
  cell: 'fileCount',
  view: 'files',
};
