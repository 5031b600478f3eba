/**
 * Calls that need no session, each with what prevents it from revealing or doing what it should
 * not. A call that becomes anonymous fails the test until it has been considered and added here.
 */
export const REVIEWED: Readonly<Record<string, string>> = {
  'bizmeta.page.schema': "only pages before sign-in without a session; with one, the reader's own",
  'bizmeta.smartform.captcha': 'a proof of work, nothing of a company',
  'bizmeta.smartform.lookup':
    'by the unguessable token of a published form, only what its fields offer',
  'bizmeta.smartform.mine': "by the form's token and the submission's own secret",
  'bizmeta.smartform.open': 'by the unguessable token of a published form',
  'bizmeta.smartform.submit': "by the form's token; limits and a sum keep floods away",
  'bizmeta.smartform.unlock': "by the form's token; tries are counted",
  'bizmeta.smartform.upload': "by the form's token; files nobody submits are swept",
  'bpm.process.callback':
    'by the unguessable token of one request, for one answer, to fields its node names',
  'bizmeta.validator.module': 'code by its hash, no data',
  'upm.anno.captcha': 'a proof of work, nothing of anybody',
  'upm.anno.captchaCheck': 'right or wrong of a proof of work, used up by a wrong answer',
  'upm.anno.dashboard': "what the door shows of the host's company: name and logo",
  'upm.anno.setup': 'by the one-time link of the first start, hashed, 24 hours',
  'upm.anno.signIn':
    'tries are counted by account and address; unknown accounts answer the same in the same time',
  'upm.anno.wxBind': 'by the one-time ticket of a WeChat sign-in and the password of the account',
  'upm.anno.wxCallBackBind': "by a signed state of one's own, used once",
  'upm.anno.wxCallBackLogin':
    "by a signed state of one's own, used once, and the code WeChat gives",
  'upm.anno.wxLogin': 'where WeChat asks its user; nothing of anybody',
  'upm.public.active': 'by the one-time link in the mail',
  'upm.public.activeNewUser': 'by the one-time link of an invitation',
  'upm.public.checkByMail': 'by a code sent to the address; tries are counted',
  'upm.public.emailCode':
    'answers the same whether the address is known or not; limited by address and account',
  'upm.public.forgetPwd':
    'answers the same whether the address is known or not; the link is written with the configured host',
  'upm.public.listInvitations': 'by a ticket that proves to hold the invited number or address',
  'upm.public.getToken': 'by a one-time hand-over code that lives a minute',
  'upm.public.inviteValid': "by an invitation's unguessable token: who invites, to which company",
  'upm.public.linkRegisterUser': "by a company's invitation link, with a code sent to the person",
  'upm.public.linkState':
    'by an unguessable one-time link, and says no more than whether it is good',
  'upm.public.listArea': 'the same for everybody',
  'upm.public.picture': 'by a random key that only who was shown the picture knows',
  'upm.public.register': 'by a code sent to the person; limited by address',
  'upm.public.registerUpdatePwd': "by a one-time proof; ends the person's sessions",
  'upm.public.sendSMS':
    'answers the same whether the number is known or not; limited by address and number',
  'upm.public.smsCode': 'by a code sent to the number; tries are counted',
  'upm.public.updateEmailActive': 'by the one-time link in the mail to the new address',
  'upm.public.userActive': 'by the one-time link of an invitation',
  'upm.public.userActiveBySms': 'by a one-time proof of the invited number',
  'upm.tenant.checkCodeAndName':
    "whether a company's code or name is free, as registering tells anyway",
  'upm.tenant.reSendTenantMail': 'answers the same whether the address is known or not; limited',
};
