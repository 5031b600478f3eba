/** Ways to write a code as lines, as the library names them. */
export const FORMATS = [
  'CODE128',
  'CODE39',
  'EAN13',
  'EAN8',
  'UPC',
  'ITF14',
  'ITF',
  'MSI',
  'pharmacode',
  'codabar',
] as const;
