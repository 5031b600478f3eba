/**
 * Text a person typed, for the pattern of a `like`: % and _ are characters people may type, not
 * wildcards.
 */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * The pattern of what contains a typed text, small letters; the column has to be in small letters
 * as well.
 */
export const likeWithin = (text: string): string => `%${likeText(text.trim().toLowerCase())}%`;

/** SQL of a moment as it travels: ISO 8601 to the second. */
export const isoSql = (moment: string): string =>
  `to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
