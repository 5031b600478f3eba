import { lookup as resolveName, type LookupAddress, type LookupOptions } from 'node:dns';
import { request as plainRequest, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { addressKinds, type AddressKind } from './networks.ts';

/** A request to an address that a company has chosen, not the operator. */
export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Why an address is never asked, in words; another try would be refused as well. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** What is said of an address of another kind. */
export const NEEDS_TLS = '地址应以 https:// 开头';
/** Bytes of an answer that are read; nothing of it is used. */
const MAX_ANSWER = 64 * 1024;
/** Without a byte for so long the other side is given up. */
const IDLE_MS = 15_000;

/** Finds all addresses of a name, as `dns.lookup` does. */
type Resolve = (
  name: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/** Host of a URL as connections take it: an IPv6 address without its brackets. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * Sends requests to public addresses, over TLS, and to the operator's own networks, over either. A
 * name is resolved here and the connection goes to one of the addresses found, each of which was
 * looked at; nothing is followed to elsewhere.
 */
export class Outbound {
  readonly #kindOf: (address: string) => AddressKind;
  readonly #resolve: Resolve;

  constructor(ownNetworks: readonly string[] = [], resolve: Resolve = resolveName) {
    this.#kindOf = addressKinds(ownNetworks);
    this.#resolve = resolve;
  }

  /** What is wrong with an address as it is written; undefined when nothing is. */
  fault(text: string): string | undefined {
    if (!URL.canParse(text)) return NEEDS_TLS;
    const url = new URL(text);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return NEEDS_TLS;
    if (url.username !== '' || url.password !== '') return '地址里不能写用户名和密码';
    const host = hostOf(url);
    const kind = isIP(host) === 0 ? undefined : this.#kindOf(host);
    if (kind === 'closed' || /(^|\.)localhost\.?$/.test(host)) return '不能请求内网或本机的地址';
    if (url.protocol === 'http:' && kind !== 'own') return NEEDS_TLS;
    return undefined;
  }

  /** Sends; answers the status. Rejects with AddressRefused where it must not go. */
  async send({ url: text, headers, body, signal }: OutboundRequest): Promise<number> {
    const fault = this.fault(text);
    if (fault !== undefined) throw new AddressRefused(fault);
    const url = new URL(text);
    const lookup = this.#openAddress;
    const options: RequestOptions = {
      method: 'POST',
      host: hostOf(url),
      port: url.port,
      path: `${url.pathname}${url.search}`,
      headers: {
        ...headers,
        host: url.host,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      },
      lookup,
      // A connection of its own: none is used again that was checked for another address.
      agent: false,
      timeout: IDLE_MS,
      signal,
    };
    return statusOf(url.protocol === 'https:' ? secureRequest : plainRequest, options, body);
  }

  /** Resolves a name to the addresses it may be reached at; all of them have to be open. */
  readonly #openAddress: LookupFunction = (name, options, done) => {
    this.#resolve(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      const isClosed = found.some(({ address }) => this.#kindOf(address) === 'closed');
      if (isClosed || found.length === 0)
        return done(new AddressRefused('不能请求内网或本机的地址'), []);
      if (options.all) return done(null, found);
      const [{ address, family }] = found as [(typeof found)[number]];
      return done(null, address, family);
    });
  };
}

const statusOf = (
  open: typeof secureRequest,
  options: RequestOptions,
  body: string,
): Promise<number> =>
  new Promise((answered, failed) => {
    const sent = open(options, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_ANSWER) response.destroy();
      });
      // The status has arrived: what becomes of the rest does not matter.
      response.on('close', () => answered(response.statusCode ?? 0));
      response.on('error', () => answered(response.statusCode ?? 0));
    });
    sent.on('timeout', () => sent.destroy(new Error(`${IDLE_MS / 1_000} 秒内没有回答`)));
    sent.on('error', failed);
    sent.end(body);
  });
