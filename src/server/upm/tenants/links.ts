/**
 * Screens outside the application that a link leads to; their routes are in
 * schemas/routes/passport.json.
 */
const PAGES = {
  /** An invitation: of a company, or to one person. */
  invite: { path: '/invite', param: 'link' },
  /** Resets a forgotten password. */
  password: { path: '/password', param: 'ticket' },
  /** A company that was registered by mail comes to life. */
  activate: { path: '/activate', param: 'link' },
  /** A person's new e-mail address is proven. */
  email: { path: '/email', param: 'ticket' },
  /** A session is handed over: the page exchanges the code. */
  jump: { path: '/jump', param: 'code' },
  /** A person WeChat knows and we do not. */
  wechatBind: { path: '/wechat/bind', param: 'ticket' },
  wechatFailed: { path: '/wechat/failed', param: 'reason' },
} as const;
export type PassportPage = keyof typeof PAGES;

/** The path of such a screen with its secret, which follows the # and so is sent to no server. */
export function passportPath(
  page: PassportPage,
  value: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const { path, param } = PAGES[page];
  return `/passport.html#${path}?${new URLSearchParams({ [param]: value, ...more }).toString()}`;
}

/**
 * The whole address, for mails: made of the configured origin only, never of what a request says.
 */
export const passportUrl = (publicUrl: string, page: PassportPage, value: string): string =>
  `${publicUrl}${passportPath(page, value)}`;

/** The secret of a pasted link: of the whole address, or of its last part only. */
export const secretIn = (link: string): string =>
  /[?&](?:link|ticket|code)=([\w-]+)/.exec(link)?.[1] ?? link.trim();
