/** What PostgreSQL does not store: NUL and unpaired surrogates. */
const UNFIT = /\0|\p{Surrogate}/gu;

/**
 * A text as it can be stored, of at most `max` UTF-16 units; a cut is marked with an ellipsis.
 * Never throws.
 */
export function storable(text: string, max: number): string {
  const cut = text.length > max ? `${text.slice(0, max)}…` : text;
  // After the cut: it may have gone through the middle of a character.
  return cut.replaceAll(UNFIT, '\uFFFD');
}
