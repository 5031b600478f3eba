import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { Id } from '../meta.ts';
import { AreaTree, SignInData } from './people-shapes.ts';

export const passportCalls = [
  defineCall({ id: 'upm.anno.signIn', method: 'POST', path: '/upm/anno/signIn', access: 'anonymous', summary: '登录',
    body: Type.Object({ account: Type.String({ minLength: 1, maxLength: 100 }), password: Type.String({ minLength: 1, maxLength: 200 }), remember: Type.Optional(Type.Boolean()) }, { additionalProperties: false }), data: SignInData }),
  defineCall({ id: 'upm.anno.setup', method: 'POST', path: '/upm/anno/setup', access: 'anonymous', summary: '用一次性链接创建首位管理员',
    body: Type.Object({ link: Type.String(), company: Type.String({ minLength: 1, maxLength: 50 }), account: Type.String({ minLength: 2, maxLength: 50 }), realName: Type.String({ minLength: 1, maxLength: 50 }), password: Type.String() }, { additionalProperties: false }), data: Type.Object({ tenant: Id }) }),
  defineCall({ id: 'upm.tenant.logout', method: 'POST', path: '/upm/tenant/logout', access: 'member', summary: '退出登录', bodyKind: 'form',
    body: Type.Object({ token: Type.Optional(Type.String()) }), data: Type.Null() }),
  defineCall({ id: 'upm.public.listArea', method: 'GET', path: '/upm/public/listArea', access: 'anonymous', summary: '省市区（GB/T 2260），带 ETag',
    data: AreaTree }),
] as const;
