/**
 * What is wrong. `message` is for builders, in Chinese; positions are UTF-16 offsets into the
 * source.
 */
export type ErrorCode =
  | 'character'
  | 'unterminated'
  | 'unexpected'
  | 'limit'
  | 'unknownFunction'
  | 'arguments'
  | 'unknownName'
  | 'forbiddenName'
  | 'type'
  | 'notSql';

export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  constructor(
    readonly code: ErrorCode,
    readonly start: number,
    readonly end: number,
    message: string,
    /** What would be right: a name, a way of writing. */
    readonly hint?: string,
  ) {
    super(message);
  }
}
