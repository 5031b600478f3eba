import { MAX_TEXT } from '../base/constants.ts';
import { defineField, type ValueSchema } from './descriptor.ts';
import { PRESENCE_OPS } from './families.ts';

/** WGS-84, in degrees. */
const POINT: ValueSchema = {
  type: 'object',
  required: ['lng', 'lat'],
  additionalProperties: false,
  properties: {
    lng: { type: 'number', minimum: -180, maximum: 180 },
    lat: { type: 'number', minimum: -90, maximum: 90 },
    address: { type: 'string', maxLength: MAX_TEXT },
  },
};

export const location = defineField({
  type: 'location',
  title: '定位',
  group: '高级',
  family: 'content',
  input: 'location',
  reads: { fields: { lng: 'number', lat: 'number', address: 'text' } },
  schema: () => POINT,
  example: '一个位置',
  format: 'point',
  operators: PRESENCE_OPS,
  inRows: 'accepted',
  noCell: 'any',
});
