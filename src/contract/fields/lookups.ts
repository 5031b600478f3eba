import { defineField } from './descriptor.ts';
import { REFERENCES } from './families.ts';

export const lookups = defineField({
  type: 'lookups',
  title: '关联多条记录',
  ...REFERENCES,
  icon: 'share-alt',
  family: 'record',
  input: 'lookups',
  names: 'record',
  noCell: 'rows',
  views: ['before'],
});
