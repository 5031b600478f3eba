import { defineField } from './descriptor.ts';
import { COMPUTED } from './families.ts';

export const formula = defineField({
  type: 'formula',
  title: '公式',
  ...COMPUTED,
  input: 'formula',
  reads: 'any',
  inRows: 'offered',
});
