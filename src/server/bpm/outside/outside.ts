import { createHmac, timingSafeEqual } from 'node:crypto';
import { Outbound, sharedKey, type Config, type Database } from '../../kernel/index.ts';

const KEY = 'bpm.outside';

/** Whose request a callback answers. */
export interface CallbackOf {
  readonly tenantId: string;
  readonly callId: string;
}

/** What requests to outside addresses need of the installation. */
export class Outside {
  readonly outbound: Outbound;
  readonly #db: Database;
  readonly #publicUrl: string;
  #key: Promise<Buffer> | undefined;

  constructor(
    db: Database,
    { publicUrl, outboundNetworks }: Pick<Config, 'publicUrl' | 'outboundNetworks'>,
  ) {
    this.#db = db;
    this.#publicUrl = publicUrl;
    this.outbound = new Outbound(outboundNetworks);
  }

  /** The installation's key; never read inside a transaction, which would hold two connections. */
  key(): Promise<Buffer> {
    this.#key ??= sharedKey(this.#db, KEY).catch((error: unknown) => {
      this.#key = undefined;
      throw error;
    });
    return this.#key;
  }

  /** Where the other side answers a request: the same for each try, and for no one to guess. */
  async callbackUrl(call: CallbackOf): Promise<string> {
    const told = Buffer.from(`${call.tenantId} ${call.callId}`).toString('base64url');
    const token = `${told}.${signed(await this.key(), told).toString('base64url')}`;
    return `${this.#publicUrl}/bpm/callback?token=${token}`;
  }

  /** The request a token was made for; undefined for any other text. Reads nothing. */
  async readToken(token: string): Promise<CallbackOf | undefined> {
    const [told = '', mac = ''] = token.split('.');
    const given = Buffer.from(mac, 'base64url');
    const wanted = signed(await this.key(), told);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
    const [tenantId = '', callId = ''] = Buffer.from(told, 'base64url').toString().split(' ');
    return { tenantId, callId };
  }
}

const signed = (key: Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(`callback ${text}`).digest();
