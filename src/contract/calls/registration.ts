import { Type } from 'typebox';
import { defineCall, defineReading } from './call.ts';
import { closed } from '../base/closed.ts';
import { Id } from '../metadata/meta.ts';
import { captcha, Email, Mailed, Password, remember, Secret, Sent } from './passport-shapes.ts';
import { Joined, SignInData } from './people-shapes.ts';

const RealName = Type.String({ minLength: 1, maxLength: 50 });
/**
 * A name to sign in by: 2 to 50 letters, digits, dots, underscores, hyphens, a letter first. Chosen
 * by the server when left out.
 */
const account = Type.Optional(Type.String({ maxLength: 50 }));
const CompanyName = Type.String({ minLength: 1, maxLength: 50 });
const TenantCode = Type.String({ maxLength: 30 });

/**
 * What an invite link is. `state` is valid, stopped, expired or unknown, of a personal one also
 * used, replaced by a later one, or withdrawn; `approval`: who comes by it has to be let in;
 * `contact` is masked;
 * `known`: the invited person can sign in already.
 */
const InviteInfo = Type.Object({
  kind: Type.Union([Type.Literal('company'), Type.Literal('person')]),
  state: Type.Union([
    Type.Literal('valid'),
    Type.Literal('stopped'),
    Type.Literal('expired'),
    Type.Literal('used'),
    Type.Literal('replaced'),
    Type.Literal('withdrawn'),
    Type.Literal('unknown'),
  ]),
  company: Type.String(),
  inviter: Type.String(),
  realName: Type.String(),
  contact: Type.String(),
  known: Type.Boolean(),
  approval: Type.Boolean(),
});

const registerCalls = [
  defineReading({
    id: 'upm.tenant.checkCodeAndName',
    method: 'POST',
    path: '/upm/tenant/checkCodeAndName',
    access: 'anonymous',
    summary: '企业代号与名称能否使用；空的原因表示可以',
    body: Type.Object(
      { code: Type.Optional(TenantCode), name: Type.Optional(Type.String({ maxLength: 200 })) },
      closed,
    ),
    data: Type.Object({ codeWhy: Type.String(), nameWhy: Type.String() }),
  }),
  // With the ticket of a proven contact (purpose register) and a password: at once. With an e-mail
  // address instead: a link goes there, and `mailed` is true.
  defineCall({
    id: 'upm.public.register',
    method: 'POST',
    path: '/upm/public/register',
    access: 'anonymous',
    summary: '注册企业',
    line: true,
    body: Type.Object(
      {
        company: CompanyName,
        code: Type.Optional(TenantCode),
        realName: RealName,
        account,
        ticket: Type.Optional(Secret),
        password: Type.Optional(Password),
        email: Type.Optional(Email),
        remember,
        captcha,
      },
      closed,
    ),
    data: Type.Object({ mailed: Type.Boolean(), signIn: Type.Union([Type.Null(), SignInData]) }),
  }),
  defineCall({
    id: 'upm.public.active',
    method: 'POST',
    path: '/upm/public/active',
    access: 'anonymous',
    summary: '用邮件中的链接设置密码，启用注册的企业',
    line: true,
    body: Type.Object({ link: Secret, password: Password, remember }, closed),
    data: SignInData,
  }),
  defineCall({
    id: 'upm.tenant.reSendTenantMail',
    method: 'POST',
    path: '/upm/tenant/reSendTenantMail',
    access: 'anonymous',
    summary: '重新发送启用企业的邮件',
    body: Mailed,
    data: Sent,
  }),
] as const;

const inviteCalls = [
  defineCall({
    id: 'upm.public.inviteValid',
    method: 'POST',
    path: '/upm/public/invite/valid',
    access: 'anonymous',
    summary: '邀请链接是谁的、是否有效',
    body: Type.Object({ link: Secret }, closed),
    data: InviteInfo,
  }),
  defineCall({
    id: 'upm.public.join',
    method: 'POST',
    path: '/upm/public/join',
    access: 'member',
    summary: '已登录的人用邀请链接加入企业或申请加入',
    body: Type.Object({ link: Secret }, closed),
    data: Joined,
  }),
  defineCall({
    id: 'upm.public.linkRegisterUser',
    method: 'POST',
    path: '/upm/public/linkRegisterUser',
    access: 'anonymous',
    summary: '新用户用企业的邀请链接加入或申请加入',
    line: true,
    body: Type.Object(
      { link: Secret, ticket: Secret, realName: RealName, account, password: Password, remember },
      closed,
    ),
    data: Joined,
  }),
  defineCall({
    id: 'upm.public.activeNewUser',
    method: 'POST',
    path: '/upm/public/activeNewUser',
    access: 'anonymous',
    summary: '被邀请的新用户设置密码并加入',
    line: true,
    body: Type.Object(
      {
        link: Secret,
        realName: Type.Optional(Type.String({ maxLength: 50 })),
        account,
        password: Password,
        remember,
      },
      closed,
    ),
    data: SignInData,
  }),
  defineCall({
    id: 'upm.public.userActive',
    method: 'POST',
    path: '/upm/public/userActive',
    access: 'anonymous',
    summary: '已有账号的人接受邀请，之后照常登录',
    body: Type.Object({ link: Secret }, closed),
    data: Type.Object({ company: Type.String() }),
  }),
  defineCall({
    id: 'upm.public.listInvitations',
    method: 'POST',
    path: '/upm/public/listInvitations',
    access: 'anonymous',
    summary: '邀请了这个手机号或邮箱的企业，凭验证码换来的凭证查看',
    body: Type.Object({ ticket: Secret }, closed),
    data: Type.Array(
      Type.Object({
        id: Type.String(),
        company: Type.String(),
        inviter: Type.String(),
        realName: Type.String(),
        sentAt: Type.String(),
      }),
    ),
  }),
  defineCall({
    id: 'upm.public.userActiveBySms',
    method: 'POST',
    path: '/upm/public/userActiveBySms',
    access: 'anonymous',
    summary: '被邀请的人用验证码换来的凭证加入所选的企业（没有账号的须设置密码）',
    line: true,
    body: Type.Object(
      {
        ticket: Secret,
        invitation: Type.String({ maxLength: 50, description: 'an id of listInvitations' }),
        realName: Type.Optional(Type.String({ maxLength: 50 })),
        account,
        password: Type.Optional(Password),
        remember,
      },
      closed,
    ),
    data: SignInData,
  }),
  defineCall({
    id: 'upm.tenant.activeAgain',
    method: 'POST',
    path: '/upm/tenant/activeAgain/{id}',
    access: 'can:user.add',
    operation: true,
    summary: '重新发送成员邀请',
    params: Type.Object({ id: Id }),
    data: Type.Null(),
  }),
] as const;

/** Registering a company, and joining one by an invitation. */
export const registrationCalls = [...registerCalls, ...inviteCalls] as const;
