import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { MAX_PICTURE_TEXT } from '../base/constants.ts';
import { Id, oneOf } from '../metadata/meta.ts';
import { SignInData } from './people-shapes.ts';
import { closed } from '../base/closed.ts';

const Password = Type.String({ minLength: 1, maxLength: 200 });
const Code = Type.String({ minLength: 4, maxLength: 10 });
const Mobile = Type.String({ minLength: 1, maxLength: 20 });
const Email = Type.String({ minLength: 1, maxLength: 100 });
/** Required from users who have a password, as confirmation; users without one leave it out. */
const confirm = Type.Optional(Password);
const nothing = Type.Null();
/** What a code to the new number was exchanged for; see upm.public.verifyUpdatePhoneSMS. */
const Ticket = Type.String({ minLength: 1, maxLength: 100 });
/** Seconds until the next may be asked for, minutes it is good. */
const Sent = Type.Object({ wait: Type.Integer(), minutes: Type.Integer() });

/** Ways of signing in a person may give up again. */
const BINDINGS = ['wechat', 'mobile', 'email'] as const;

/** The signed-in user, as they see themselves; `mobile` and `email` are '' while there is none. */
const Current = Type.Object({
  id: Id,
  realName: Type.String(),
  name: Type.String(),
  headImgUrl: Type.String(),
  hasPwd: Type.Boolean(),
  orgId: Id,
  isSuper: Type.Integer(),
  mobile: Type.String(),
  email: Type.String(),
  wechat: Type.Union([Type.Object({ name: Type.String(), boundAt: Type.String() }), Type.Null()]),
  wechatOffered: Type.Boolean(),
  tenantName: Type.String(),
  depts: Type.Array(Type.Object({ id: Id, title: Type.String() })),
  roles: Type.Array(Type.Object({ roleCode: Type.String(), roleName: Type.String() })),
  joinedAt: Type.String(),
});
const OpenSession = Type.Object({
  id: Id,
  current: Type.Boolean(),
  device: Type.String(),
  ip: Type.String(),
  tenantName: Type.String(),
  remember: Type.Boolean(),
  createdAt: Type.String(),
  lastSeenAt: Type.String(),
});
/** `reason` is the catalogue's sentence of what went wrong, '' when it went well. */
const SignIn = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  outcome: oneOf(['ok', 'failed'] as const),
  reason: Type.String(),
  device: Type.String(),
  ip: Type.String(),
  at: Type.String(),
});

export const personCalls = [
  defineCall({
    id: 'upm.sysUser.current',
    method: 'GET',
    path: '/upm/sysUser/current',
    access: 'member',
    summary: '我的资料',
    data: Current,
  }),
  defineCall({
    id: 'upm.sysUser.update',
    method: 'POST',
    path: '/upm/sysUser/update',
    access: 'member',
    summary: '修改我的姓名',
    body: Type.Object({ realName: Type.String({ minLength: 1, maxLength: 50 }) }, closed),
    data: nothing,
  }),
  defineCall({
    id: 'upm.person.portrait',
    method: 'POST',
    bodySize: 'record',
    path: '/upm/person/portrait',
    access: 'member',
    summary: '更换我的头像',
    body: Type.Object(
      { picture: Type.Union([Type.String({ maxLength: MAX_PICTURE_TEXT }), Type.Null()]) },
      closed,
    ),
    data: Type.Object({ headImgUrl: Type.String() }),
  }),
  defineCall({
    id: 'upm.sysUser.checkPassword',
    method: 'POST',
    path: '/upm/sysUser/checkPassword',
    access: 'member',
    summary: '核对我的密码',
    line: true,
    body: Type.Object({ password: Password }, closed),
    data: nothing,
  }),
  defineCall({
    id: 'upm.sysUser.checkPhonePwd',
    method: 'POST',
    path: '/upm/sysUser/checkPhonePwd',
    access: 'member',
    summary: '核对我的手机号与密码',
    line: true,
    body: Type.Object({ mobile: Mobile, password: Password }, closed),
    data: nothing,
  }),
  defineCall({
    id: 'upm.sysUser.checkEmailByMobile',
    method: 'POST',
    path: '/upm/sysUser/checkEmailByMobile',
    access: 'member',
    summary: '我的手机号绑定的邮箱，部分隐藏',
    body: Type.Object({ mobile: Mobile }, closed),
    data: Type.Object({ email: Type.String() }),
  }),
  defineCall({
    id: 'upm.sysUser.updatePassword',
    method: 'POST',
    path: '/upm/sysUser/updatePassword',
    access: 'member',
    summary: '修改我的密码',
    line: true,
    body: Type.Object({ oldPassword: Password, password: Password }, closed),
    data: nothing,
  }),
  defineCall({
    id: 'upm.sysUser.updatePhone',
    method: 'POST',
    path: '/upm/sysUser/updatePhone',
    access: 'member',
    summary: '更换我的手机号',
    line: true,
    body: Type.Object({ ticket: Ticket, password: confirm }, closed),
    data: nothing,
  }),
  defineCall({
    id: 'upm.sysUser.unBind',
    method: 'POST',
    path: '/upm/sysUser/unBind',
    access: 'member',
    summary: '解除我的手机号或邮箱',
    line: true,
    body: Type.Object({ kind: oneOf(['mobile', 'email'] as const), password: confirm }, closed),
    data: nothing,
  }),
  defineCall({
    id: 'upm.person.updateMobile',
    method: 'POST',
    path: '/upm/person/updateMobile',
    access: 'member',
    summary: '绑定或更换手机号',
    line: true,
    body: Type.Object({ ticket: Ticket, password: confirm }, closed),
    data: nothing,
  }),
  defineCall({
    id: 'upm.person.updateEmail',
    method: 'POST',
    path: '/upm/person/updateEmail',
    access: 'member',
    summary: '绑定或更换邮箱：向新邮箱发送启用链接',
    line: true,
    body: Type.Object({ email: Email, password: confirm }, closed),
    data: Sent,
  }),
  defineCall({
    id: 'upm.person.sendCode',
    method: 'POST',
    path: '/upm/person/sendCode',
    access: 'member',
    summary: '向我的手机或邮箱发送验证码',
    body: Type.Object({ to: oneOf(['mobile', 'email'] as const) }, closed),
    data: Sent,
  }),
  defineCall({
    id: 'upm.person.smsSetPwd',
    method: 'POST',
    path: '/upm/person/sms/setpwd',
    access: 'member',
    summary: '用短信验证码设置密码',
    line: true,
    body: Type.Object({ code: Code, password: Password }, closed),
    data: nothing,
  }),
  defineCall({
    id: 'upm.person.emailSetPwd',
    method: 'POST',
    path: '/upm/person/email/setpwd',
    access: 'member',
    summary: '用邮件验证码设置密码',
    line: true,
    body: Type.Object({ code: Code, password: Password }, closed),
    data: nothing,
  }),
  // The browser goes to `url`, and comes back to /personal/bindings?wechat=bound, or with a reason
  // of the catalogue for bound.
  defineCall({
    id: 'upm.person.bind',
    method: 'POST',
    path: '/upm/person/bind',
    access: 'member',
    summary: '绑定微信：答复去微信的地址',
    line: true,
    body: Type.Object({ kind: oneOf(['wechat'] as const), password: confirm }, closed),
    data: Type.Object({ url: Type.String() }),
  }),
  defineCall({
    id: 'upm.person.unbind',
    method: 'POST',
    path: '/upm/person/unbind',
    access: 'member',
    summary: '解除一种登录方式',
    line: true,
    body: Type.Object({ kind: oneOf(BINDINGS), password: confirm }, closed),
    data: nothing,
  }),
  defineCall({
    id: 'upm.person.sessions',
    method: 'GET',
    path: '/upm/person/sessions',
    access: 'member',
    summary: '我登录着的设备',
    data: Type.Array(OpenSession),
  }),
  defineCall({
    id: 'upm.person.endSession',
    method: 'POST',
    path: '/upm/person/sessions/end',
    access: 'member',
    summary: '让一台设备退出登录',
    body: Type.Object({ id: Id }, closed),
    data: nothing,
  }),
  defineCall({
    id: 'upm.person.endOtherSessions',
    method: 'POST',
    path: '/upm/person/sessions/endOthers',
    access: 'member',
    summary: '让其他设备都退出登录',
    data: Type.Object({ count: Type.Integer() }),
  }),
  defineCall({
    id: 'upm.person.renewSession',
    method: 'POST',
    path: '/upm/person/sessions/renew',
    access: 'member',
    summary: '权限变更后，换用新的令牌继续登录；没有变更时令牌不变',
    data: SignInData,
  }),
  defineCall({
    id: 'upm.person.signIns',
    method: 'POST',
    path: '/upm/person/signIns',
    access: 'member',
    summary: '我的登录记录',
    body: Type.Object(
      {
        current: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
        size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      },
      closed,
    ),
    data: Type.Object({
      records: Type.Array(SignIn),
      total: Type.Integer(),
      current: Type.Integer(),
      size: Type.Integer(),
    }),
  }),
] as const;
