import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A WeChat user. */
export interface Known {
  readonly openid: string;
  readonly unionid?: string;
  readonly nickname?: string;
}

/** The application the fake server knows. */
export const WECHAT_APP = { appId: 'wx-app', secret: 'wx-secret-value' } as const;

/**
 * A fake WeChat server: its page, where `visitor` authorizes (or cancels, when there is none), and
 * its two calls. Every code is valid once, as in the real one.
 */
export class WechatStandIn {
  readonly #codes = new Map<string, Known>();
  readonly asked: URL[] = [];
  away = false;
  /** Who scans the code on its page next; null turns back. */
  visitor: Known | null = null;
  #given = 0;
  readonly #server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    this.asked.push(url);
    if (url.pathname === '/connect/qrconnect') {
      response.writeHead(302, { location: this.#backTo(url.searchParams) }).end();
      return;
    }
    response.statusCode = this.away ? 502 : 200;
    response.end(this.away ? 'bad gateway' : JSON.stringify(this.#answer(url)));
  });

  #backTo(asked: URLSearchParams): string {
    const back = new URL(asked.get('redirect_uri')!);
    back.searchParams.set('state', asked.get('state') ?? '');
    if (this.visitor) {
      this.#given += 1;
      const code = `scanned-${this.#given}`;
      this.give(code, this.visitor);
      back.searchParams.set('code', code);
    }
    return back.toString();
  }

  #answer(url: URL): object {
    const query = url.searchParams;
    if (url.pathname === '/sns/userinfo')
      return { nickname: query.get('access_token')?.split('|')[1] };
    const known = this.#codes.get(query.get('code') ?? '');
    this.#codes.delete(query.get('code') ?? '');
    if (
      !known ||
      query.get('appid') !== WECHAT_APP.appId ||
      query.get('secret') !== WECHAT_APP.secret
    )
      return { errcode: 40029, errmsg: 'invalid code' };
    const { nickname, ...ids } = known;
    return { access_token: `token|${nickname ?? ''}`, ...ids };
  }

  give(code: string, who: Known): void {
    this.#codes.set(code, who);
  }
  listen(): Promise<string> {
    return new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', () =>
        resolve(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`),
      );
    });
  }
  close(): void {
    this.#server.close();
  }
}
