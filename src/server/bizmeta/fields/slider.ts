import { numericFilter } from './decimal.ts';
import type { FieldKind } from './kind.ts';
import { UNIT_SETTINGS, normalizeBounds, normalizeGrouping, normalizeDisplay } from './settings.ts';
import { numberSort } from './sorts.ts';
import { decimalText, inBounds } from './values.ts';

const [LEAST, MOST, STEP] = [0, 100, 1];
/** Digits after the point a slider may need; a pointer cannot aim at more. */
const SCALE = 6;
const PRECISION = 15;

/**
 * The value is on one of the slider's steps, counted from its start; computed in whole numbers of
 * the smallest digit, so that 0.3 is three times 0.1.
 */
function isOnStep(value: number, min: number, step: number): boolean {
  const whole = (n: number) => Math.round(n * 10 ** SCALE);
  return (whole(value) - whole(min)) % whole(step) === 0;
}

/** A number chosen by sliding, between two bounds and in steps. */
export const slider: FieldKind = {
  type: 'slider',
  settings: [
    'min',
    'max',
    'step',
    'thousands',
    ...UNIT_SETTINGS,
    'showAs',
    'currencyCode',
    'noSum',
  ],
  canBeUnique: false,
  canHaveDefault: true,
  filter: numericFilter,
  sort: numberSort,
  normalize(input, refuse) {
    const { min = LEAST, max = MOST, step = STEP } = input;
    const bound = 10 ** (PRECISION - SCALE);
    if (Math.abs(min) >= bound || Math.abs(max) >= bound) refuse('/max', `范围应在 ±${bound} 以内`);
    if (step < 10 ** -SCALE || step > max - min) refuse('/step', '步长应大于零，且不超过范围');
    return {
      ...normalizeBounds({ ...input, min, max }, refuse),
      step,
      ...normalizeGrouping(input),
      ...normalizeDisplay(input, refuse),
    };
  },
  column: () => `numeric(${PRECISION},${SCALE})`,
  parse(value, field, refuse) {
    const text = decimalText(value);
    if (text === undefined) return refuse('VALUE_TYPE', { label: field.label, expected: '数字' });
    const { min = LEAST, step = STEP } = field;
    const kept = inBounds(text, field, refuse);
    if (kept === undefined) return undefined;
    return isOnStep(Number(text), min, step)
      ? kept
      : refuse('VALUE_FORMAT', { label: field.label, expected: `从 ${min} 起每 ${step} 一档的数` });
  },
  json: (column) => `trim_scale(${column})`,
  asText: () => 'trim_scale({f})::text',
  fewValues: true,
};
