import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SmsConfig } from '../../kernel/index.ts';

const SECRET = 'secret-of-the-account';
const KEY = 'LTAI-test';
const ALGORITHM = 'ACS3-HMAC-SHA256';
const SIGNED_HEADERS = [
  'host',
  'x-acs-action',
  'x-acs-content-sha256',
  'x-acs-date',
  'x-acs-signature-nonce',
  'x-acs-version',
];

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The signature as a server computes it from the request: written from the provider's rules, not
 * from the client's code.
 */
function expectedSignature(request: IncomingMessage): string {
  const url = new URL(request.url!, 'http://x');
  const authorization = String(request.headers.authorization);
  const names = /SignedHeaders=([^,]+)/.exec(authorization)![1]!;
  const strict = (text: string) =>
    encodeURIComponent(text)
      .replaceAll('!', '%21')
      .replaceAll(`'`, '%27')
      .replaceAll('(', '%28')
      .replaceAll(')', '%29')
      .replaceAll('*', '%2A');
  const query = [...url.searchParams]
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .sort()
    .join('&');
  const headers = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
    .join('');
  const parts = [request.method, url.pathname, query, headers, names, sha256('')];
  return createHmac('sha256', SECRET)
    .update(`${ALGORITHM}\n${sha256(parts.join('\n'))}`)
    .digest('hex');
}

/** What the provider answers; text is sent as it is. */
export interface Reply {
  status: number;
  body: unknown;
}
export interface AliyunStandIn {
  config: SmsConfig;
  seen: IncomingMessage[];
  /** Answers a signed request, by what it asks. */
  reply: (query: URLSearchParams, action: string) => Reply;
  close(): void;
}

/** A local server that checks signatures as the provider does. */
export async function aliyunStandIn(): Promise<AliyunStandIn> {
  const server = createServer((request, response) => {
    standIn.seen.push(request);
    const expected = [
      `${ALGORITHM} Credential=${KEY}`,
      `SignedHeaders=${SIGNED_HEADERS.join(';')}`,
      `Signature=${expectedSignature(request)}`,
    ];
    const isSigned = String(request.headers.authorization) === expected.join(',');
    const { status, body } = isSigned
      ? standIn.reply(
          new URL(request.url!, 'http://x').searchParams,
          String(request.headers['x-acs-action']),
        )
      : {
          status: 400,
          body: { Code: 'SignatureDoesNotMatch', Message: 'The signature does not match' },
        };
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const standIn: AliyunStandIn = {
    config: {
      provider: 'aliyun',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      accessKeyId: KEY,
      accessKeySecret: SECRET,
      signName: '活字（测试）',
      templates: {},
    },
    seen: [],
    reply: () => ({ status: 200, body: {} }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return standIn;
}
