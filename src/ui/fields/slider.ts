import type { FieldUi } from './field-ui.ts';

export const slider: FieldUi = {
  load: async () => (await import('../inputs/slider.tsx')).SliderInput,
  height: 44,
  width: 104,
};
