import { MAX_TEXT } from '../../../contract/index.ts';
import type { FieldKind } from './kind.ts';
import { normalizeLength } from './settings.ts';
import { text } from './text.ts';

/** The content of a bar or QR code, typed or scanned. */
export const barcode: FieldKind = {
  ...text,
  type: 'barcode',
  normalize: (input, refuse) => normalizeLength(input, refuse, MAX_TEXT, MAX_TEXT),
};
