import type { FieldUi } from './field-ui.ts';

export const richText: FieldUi = {
  load: async () => (await import('../inputs/rich-text/RichTextInput.tsx')).RichTextInput,
  height: 158,
  width: 240,
  view: 'prose',
};
