import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { Id } from '../meta.ts';
import { AreaTree, SignInData } from './people-shapes.ts';

const closed = { additionalProperties: false } as const;
const Captcha = Type.Object({ id: Type.String({ maxLength: 50 }), answer: Type.String({ maxLength: 20 }) }, closed);
/** Asked for after CAPTCHA_REQUIRED: the answer to a question of upm.anno.captcha. */
const captcha = Type.Optional(Captcha);
const Account = Type.String({ minLength: 1, maxLength: 100 });
const Password = Type.String({ minLength: 1, maxLength: 200 });
const Code = Type.String({ minLength: 1, maxLength: 12 });
const remember = Type.Optional(Type.Boolean());

export const passportCalls = [
  defineCall({ id: 'upm.anno.signIn', method: 'POST', path: '/upm/anno/signIn', access: 'anonymous', summary: '登录',
    // With a password, or with a code sent to the mobile number or e-mail address that `account` then is (purpose signIn).
    body: Type.Object({ account: Account, password: Type.Optional(Password), code: Type.Optional(Code), remember, captcha }, closed), data: SignInData }),
  defineCall({ id: 'upm.anno.captcha', method: 'GET', path: '/upm/anno/captcha', access: 'anonymous', summary: '一道验证题，十分钟内可答一次',
    data: Type.Object({ id: Type.String(), question: Type.String() }) }),
  defineCall({ id: 'upm.anno.captchaCheck', method: 'POST', path: '/upm/anno/captcha/check', access: 'anonymous', summary: '验证题答得对不对；答错的题作废，答对的仍可用一次',
    body: Captcha, data: Type.Object({ right: Type.Boolean() }) }),
  defineCall({ id: 'upm.anno.setup', method: 'POST', path: '/upm/anno/setup', access: 'anonymous', summary: '用一次性链接创建首位管理员',
    body: Type.Object({ link: Type.String(), company: Type.String({ minLength: 1, maxLength: 50 }), account: Type.String({ minLength: 2, maxLength: 50 }), realName: Type.String({ minLength: 1, maxLength: 50 }), password: Type.String() }, { additionalProperties: false }), data: Type.Object({ tenant: Id }) }),
  defineCall({ id: 'upm.tenant.logout', method: 'POST', path: '/upm/tenant/logout', access: 'member', summary: '退出登录', bodyKind: 'form',
    body: Type.Object({ token: Type.Optional(Type.String()) }), data: Type.Null() }),
  defineCall({ id: 'upm.public.listArea', method: 'GET', path: '/upm/public/listArea', access: 'anonymous', summary: '省市区（GB/T 2260），带 ETag',
    data: AreaTree }),
] as const;
