import type { WechatConfig } from '../../kernel/index.ts';

/** WeChat answers within a second; the user sees an empty window meanwhile. */
const TIMEOUT_MS = 10_000;
/** Longest answer worth reading. */
const MAX_ANSWER = 64 * 1024;
/** More of a nickname is cut off. */
const MAX_NICKNAME = 50;

/** A WeChat user: `subject` is the same across our applications. */
export interface WechatUser {
  readonly subject: string;
  readonly nickname: string;
}

/**
 * The page at WeChat where the user authorizes; WeChat redirects to `callback` with a code and
 * `state`.
 */
export function authorizeAddress(
  { appId, authorizeUrl }: WechatConfig,
  callback: string,
  state: string,
): string {
  const query = new URLSearchParams({
    appid: appId,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'snsapi_login',
    state,
  });
  return `${authorizeUrl}/connect/qrconnect?${query.toString()}#wechat_redirect`;
}

type Answer = Readonly<Record<string, unknown>>;
const textOf = (answer: Answer, name: string): string =>
  typeof answer[name] === 'string' ? answer[name] : '';

/**
 * One call; throws for anything but an answer without an error code. What is thrown holds no
 * secret.
 */
async function ask(
  base: string,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<Answer> {
  const response = await fetch(`${base}${path}?${new URLSearchParams(query).toString()}`, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  if (!response.ok || text.length > MAX_ANSWER)
    throw new Error(`WeChat answered ${response.status} to ${path}`);
  const answer = parsed(text, path);
  if (answer['errcode']) throw new Error(`WeChat refused ${path}: ${Number(answer['errcode'])}`);
  return answer;
}

/** What a parser says of broken text quotes it, so it is not passed on. */
function parsed(text: string, path: string): Answer {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    throw new Error(`WeChat's answer to ${path} is no JSON`);
  }
}

/**
 * Exchanges the code of a callback for the WeChat user. Throws when WeChat refuses, does not
 * answer, or names no user.
 */
export async function fetchWechatUser(
  { appId, secret, apiUrl }: WechatConfig,
  code: string,
): Promise<WechatUser> {
  const token = await ask(apiUrl, '/sns/oauth2/access_token', {
    appid: appId,
    secret,
    code,
    grant_type: 'authorization_code',
  });
  const openid = textOf(token, 'openid');
  if (!openid) throw new Error('WeChat named nobody');
  // The nickname is for display only: signing in does not depend on it.
  const info = await ask(apiUrl, '/sns/userinfo', {
    access_token: textOf(token, 'access_token'),
    openid,
  }).catch((): Answer => ({}));
  return {
    subject: textOf(token, 'unionid') || textOf(info, 'unionid') || openid,
    nickname: textOf(info, 'nickname').slice(0, MAX_NICKNAME),
  };
}
