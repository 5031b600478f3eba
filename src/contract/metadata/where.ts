import { Type, type Static } from 'typebox';
import { closed } from '../base/closed.ts';

/** Most of a page's names one condition reads. */
const MAX_VALUES = 100;
/** Longest condition: as long as any expression may be. */
const MAX_LENGTH = 4_000;

/**
 * A condition in the expression language over an object's fields; names that are not fields are
 * given with their values.
 */
export const WhereAsk = Type.Object(
  {
    expression: Type.String({ minLength: 1, maxLength: MAX_LENGTH }),
    values: Type.Array(
      Type.Object(
        {
          name: Type.String({
            minLength: 1,
            maxLength: 200,
            description: 'as the expression has it: params.id',
          }),
          value: Type.Unknown(),
          type: Type.Optional(
            Type.Union(
              [
                Type.Literal('text'),
                Type.Literal('number'),
                Type.Literal('boolean'),
                Type.Literal('date'),
                Type.Literal('dateTime'),
              ],
              { description: 'of the value; left out, it tells by itself' },
            ),
          ),
        },
        closed,
      ),
      { maxItems: MAX_VALUES },
    ),
  },
  closed,
);
export type WhereAsk = Static<typeof WhereAsk>;
