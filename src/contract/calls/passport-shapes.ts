import { Type } from 'typebox';
import { CaptchaAnswer } from './captcha.ts';
import { closed } from '../base/closed.ts';

/** Shapes that signing in, registering and joining have in common. */

/** Required after CAPTCHA_REQUIRED: the answer to a challenge of upm.anno.captcha. */
export const captcha = Type.Optional(Type.Union([Type.Null(), CaptchaAnswer]));
export const Password = Type.String({ minLength: 1, maxLength: 200 });
export const remember = Type.Optional(Type.Boolean());
export const Email = Type.String({ minLength: 1, maxLength: 100 });
/** A secret of a link, or the token a correct code was exchanged for; usable once. */
export const Secret = Type.String({ minLength: 1, maxLength: 100 });
/** Seconds until another may be sent, and minutes this one is good. */
export const Sent = Type.Object({ wait: Type.Integer(), minutes: Type.Integer() });
export const Mailed = Type.Object({ email: Email, captcha }, closed);
