import { defineField } from './descriptor.ts';
import { NUMBER, decimals } from './families.ts';

export const currency = defineField({
  type: 'currency',
  title: '金额',
  ...NUMBER,
  input: 'currency',
  schema: decimals,
  format: 'amount',
  summable: true,
  figures: true,
  typed: true,
  pasted: true,
});
