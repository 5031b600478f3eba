import { defineField } from './descriptor.ts';
import { FILES } from './families.ts';

export const image = defineField({
  type: 'image',
  title: '图片',
  group: '高级',
  ...FILES,
  input: 'image',
  inRows: 'offered',
  wide: true,
  views: ['cover'],
});
