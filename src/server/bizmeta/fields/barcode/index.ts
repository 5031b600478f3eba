import { MAX_TEXT } from '../../../../contract/index.ts';
import type { FieldKind } from '../kind.ts';
import { settleLength } from '../settings.ts';
import { text } from '../text/index.ts';

/** What a bar or QR code says, typed or scanned. */
export const barcode: FieldKind = {
  ...text,
  type: 'barcode',
  title: '条码',
  settle: (input, refuse) => settleLength(input, refuse, MAX_TEXT, MAX_TEXT),
};
