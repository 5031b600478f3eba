import { Type, type Static } from 'typebox';
import { closed } from '../base/closed.ts';

/**
 * A proof of work: the browser searches the counter whose derived key begins with `keyPrefix`,
 * which costs it a moment and the user nothing. Each `level` doubles the work.
 */
export const CaptchaChallenge = Type.Object({
  id: Type.String(),
  level: Type.Integer(),
  parameters: Type.Object({
    algorithm: Type.String(),
    nonce: Type.String(),
    salt: Type.String(),
    cost: Type.Integer(),
    keyLength: Type.Integer(),
    keyPrefix: Type.String(),
    keySignature: Type.Optional(Type.String()),
    expiresAt: Type.Optional(Type.Integer({ description: 'seconds since 1970' })),
  }),
});
export type CaptchaChallenge = Static<typeof CaptchaChallenge>;

/**
 * The counter that was found and its derived key, as hex: good once, and only where its challenge
 * was issued.
 */
export const CaptchaAnswer = Type.Object(
  {
    id: Type.String({ maxLength: 50 }),
    counter: Type.Integer({ minimum: 0, maximum: 0xffff_ffff }),
    derivedKey: Type.String({ maxLength: 128, pattern: '^([0-9a-f]{2})+$' }),
  },
  closed,
);
export type CaptchaAnswer = Static<typeof CaptchaAnswer>;
