/** What a colour means; widgets never take a colour itself. */
export const TONES = [
  'neutral',
  'primary',
  'secondary',
  'success',
  'warning',
  'danger',
  'inverse',
] as const;
