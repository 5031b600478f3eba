import type { Database, Logger, Operated } from '../kernel/index.ts';
import { detailOf } from './unsecret.ts';

/** Lines wait this long for others to be written with, in milliseconds. */
const FLUSH_MS = 1_000;
/** More lines than this do not wait: each is then written by itself, while the operation's connection waits for it. */
const MAX_WAITING = 1_000;

interface Line {
  tenant_id: string; user_id: string; real_name: string; call_id: string; summary: string; code: number; reason: string;
  detail: Record<string, unknown>; request_id: string; ip: string; ms: number; at: string;
}

const INSERT = `insert into log.operation (tenant_id, user_id, real_name, call_id, summary, code, reason, detail, request_id, ip, ms, at)
  select tenant_id, user_id, real_name, call_id, summary, code, reason, detail, request_id, ip, ms, at
  from jsonb_to_recordset($1::jsonb) as l(tenant_id text, user_id text, real_name text, call_id text, summary text, code integer, reason text, detail jsonb, request_id text, ip text, ms integer, at timestamptz)`;

/** Characters of a sentence that are kept. */
const MAX_REASON = 300;

/** PostgreSQL keeps no NUL in JSON text; what was refused for having one is written all the same. */
const storable = (text: string): string => text.replaceAll('\\u0000', '');

/** What a summary says was done; what stands behind a semicolon is for those who write programs. */
const deedOf = (summary: string): string => summary.split('；', 1)[0]!;

function lineOf({ session, call, input, code, reason, ms, ip, requestId }: Operated): Line {
  return {
    tenant_id: session.tenant.id, user_id: session.userId, real_name: session.realName, call_id: call.id, summary: deedOf(call.summary),
    code, reason: reason.slice(0, MAX_REASON), detail: detailOf(call.id, input), request_id: requestId, ip, ms, at: new Date().toISOString(),
  };
}

/**
 * Writes the operation log: lines are gathered for a second and written together, also when the server stops. What cannot
 * be written is tried again; when too much waits, each line is written at once, and one that cannot be stands in the server's own log.
 */
export class OperationWriter {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #flushing: NodeJS.Timeout;
  #waiting: Line[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Database, log: Logger) {
    this.#db = db.background;
    this.#log = log;
    this.#flushing = setInterval(() => { void this.flush(); }, FLUSH_MS).unref();
  }

  readonly hear = async (operated: Operated): Promise<void> => {
    const line = lineOf(operated);
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(line);
    else await this.#write([line]).catch((error: unknown) => { this.#log.error({ err: error, line }, 'an operation could not be written to its log'); });
  };

  /** Writes what waits; answers when everything that was given before is written, or has failed and waits again. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#flush());
    return this.#writing;
  }

  /** Stops gathering; what waits is written a last time. */
  async stop(): Promise<void> {
    clearInterval(this.#flushing);
    await this.flush();
    if (this.#waiting.length > 0) this.#log.error({ lines: this.#waiting }, 'operations that could not be written to their log');
  }

  async #flush(): Promise<void> {
    const lines = this.#waiting;
    if (lines.length === 0) return;
    this.#waiting = [];
    try {
      await this.#write(lines);
    } catch (error) {
      this.#waiting = [...lines, ...this.#waiting];
      this.#log.warn({ err: error, lines: lines.length }, 'operation log');
    }
  }

  async #write(lines: readonly Line[]): Promise<void> {
    await this.#db.atGate(INSERT, [storable(JSON.stringify(lines))]);
  }
}
