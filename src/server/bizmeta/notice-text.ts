/** Longest name of a record in a message. */
const MAX_TITLE = 60;

/** A text on one line, at most so long, without characters that are not seen; for messages. */
export function cutText(text: string, most: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`;
}

/** “订单”记录“DD-001”, or “订单”记录 when the record has no name. */
export const recordText = (label: string, title: string): string =>
  `“${label}”记录${title === '' ? '' : `“${cutText(title, MAX_TITLE)}”`}`;
