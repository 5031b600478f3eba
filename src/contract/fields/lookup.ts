import { defineField } from './descriptor.ts';
import { REFERENCE } from './families.ts';

export const lookup = defineField({
  type: 'lookup',
  title: '关联对象',
  ...REFERENCE,
  icon: 'share-internal',
  family: 'record',
  input: 'lookup',
  names: 'record',
  views: ['lane', 'parent', 'before'],
});
