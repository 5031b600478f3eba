import { MAX_TEXT } from '../../../../contract/index.ts';
import type { FieldKind } from '../kind.ts';
import { normalizeLength } from '../settings.ts';
import { text } from '../text/index.ts';

/** What a bar or QR code says, typed or scanned. */
export const barcode: FieldKind = {
  ...text,
  type: 'barcode',
  title: '条码',
  normalize: (input, refuse) => normalizeLength(input, refuse, MAX_TEXT, MAX_TEXT),
};
