import { defineField } from './descriptor.ts';
import { FILE, FILES, fileSchema } from './families.ts';

export const signature = defineField({
  type: 'signature',
  title: '手写签名',
  group: '高级',
  ...FILES,
  icon: 'pen',
  input: 'signature',
  asked: '填写',
  reads: FILE,
  schema: () => fileSchema,
  format: 'signed',
  inRows: 'accepted',
});
