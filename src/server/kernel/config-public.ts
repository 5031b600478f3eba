import { isIP } from 'node:net';
import { ConfigError } from './config-error.ts';

/** An application at WeChat's open platform; both addresses without a slash at the end. */
export interface WechatConfig {
  readonly appId: string;
  readonly secret: string;
  readonly authorizeUrl: string;
  readonly apiUrl: string;
}
export interface PublicConfig {
  /**
   * The origin people reach this server by: links in mails are made of it, and of nothing a request
   * says.
   */
  readonly publicUrl: string;
  /** Undefined: signing in through WeChat is off. */
  readonly wechat: WechatConfig | undefined;
  /**
   * Addresses of our own proxies, whose word for a caller's address is taken; none: the socket says
   * it.
   */
  readonly trustedProxies?: readonly string[];
}

const WECHAT_AUTHORIZE = 'https://open.weixin.qq.com';
const WECHAT_API = 'https://api.weixin.qq.com';

function refuse(name: string, zh: string, en: string): never {
  throw new ConfigError(`环境变量 ${name} 无效：${zh} (${name} must be ${en})`);
}

function originOf(name: string, given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (
    !url ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username
  ) {
    refuse(
      name,
      '应为 https:// 开头、不带路径的地址，例如 https://huozi.example.com',
      'an origin such as https://huozi.example.com',
    );
  }
  return url.origin;
}

function publicUrlOf(env: NodeJS.ProcessEnv, port: number): string {
  const given = env['PUBLIC_URL'];
  if (given) return originOf('PUBLIC_URL', given);
  if (env['HUOZI_MODE'] === 'production')
    refuse(
      'PUBLIC_URL',
      '正式环境须填写对外的访问地址，邮件与邀请中的链接由它生成',
      'set in production: links in mails and invitations are made of it',
    );
  return `http://localhost:${port}`;
}

const NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];
function proxiesOf(given: string | undefined): readonly string[] {
  const proxies = (given ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  const fits = (each: string): boolean =>
    NETWORKS.includes(each) || isIP(each.replace(/\/\d{1,3}$/, '')) !== 0;
  if (proxies.every(fits)) return proxies;
  return refuse(
    'TRUST_PROXY',
    '应为自己的代理的地址或网段，以逗号分隔，例如 127.0.0.1,10.0.0.0/8',
    'addresses or networks of own proxies, such as 127.0.0.1,10.0.0.0/8',
  );
}

function wechatOf(env: NodeJS.ProcessEnv): WechatConfig | undefined {
  const [appId, secret, base] = [
    env['WECHAT_APP_ID'],
    env['WECHAT_SECRET'],
    env['WECHAT_BASE_URL'],
  ];
  if (!appId && !secret) return undefined;
  if (!appId)
    refuse('WECHAT_APP_ID', '填写了 WECHAT_SECRET 时须一并填写', 'set together with WECHAT_SECRET');
  if (!secret)
    refuse('WECHAT_SECRET', '填写了 WECHAT_APP_ID 时须一并填写', 'set together with WECHAT_APP_ID');
  const own = base ? originOf('WECHAT_BASE_URL', base) : undefined;
  return { appId, secret, authorizeUrl: own ?? WECHAT_AUTHORIZE, apiUrl: own ?? WECHAT_API };
}

/**
 * Reads PUBLIC_URL (required in production), TRUST_PROXY and WECHAT_*; throws ConfigError, which
 * repeats no value.
 */
export const readPublicConfig = (env: NodeJS.ProcessEnv, port: number): PublicConfig => ({
  publicUrl: publicUrlOf(env, port),
  wechat: wechatOf(env),
  trustedProxies: proxiesOf(env['TRUST_PROXY']),
});
