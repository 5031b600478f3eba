import { DURATION_MAX } from '../../../contract/index.ts';
import { integer } from './integer.ts';
import type { FieldKind } from './kind.ts';
import { normalizeBounds } from './settings.ts';
import { decimalText, inBounds } from './values.ts';

/** Whole seconds, up to a hundred years. */
export const duration: FieldKind = {
  ...integer,
  type: 'duration',
  settings: ['min', 'max', 'noSum'],
  canBeUnique: false,
  normalize(input, refuse) {
    for (const key of ['min', 'max'] as const) {
      const value = input[key];
      if (value !== undefined && (!Number.isInteger(value) || value < 0 || value > DURATION_MAX))
        refuse(`/${key}`, `应为 0 至 ${DURATION_MAX} 秒`);
    }
    return { ...normalizeBounds(input, refuse), ...(input.noSum && { noSum: true }) };
  },
  column: () => 'bigint',
  whole: [0, DURATION_MAX],
  parse(value, field, refuse) {
    const text = decimalText(value);
    if (text === undefined || text.includes('.'))
      return refuse('VALUE_TYPE', { label: field.label, expected: '时长（整数秒）' });
    const kept = inBounds(text, field, refuse, 0, DURATION_MAX);
    return kept === undefined ? undefined : Number(kept);
  },
};
