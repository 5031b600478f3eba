import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  callOf,
  type CallId,
  type DataOf,
  type Envelope,
  type ErrorData,
  type InputOf,
} from '../../src/contract/index.ts';
import { ServerProcess } from '../../src/server/killable.testing.ts';
import type { Answer, Auth } from '../../src/server/testing.ts';
import { DEMO_PASSWORD } from '../../src/server/upm/index.ts';

const BODY_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
};

/** A call of the contract over the wire. An answer of a proxy that is no envelope has code 502. */
export async function callAt<I extends CallId>(
  url: string,
  id: I,
  input: InputOf<I>,
  as?: Auth,
): Promise<Answer<DataOf<I>>> {
  const { method, path, bodyKind } = callOf(id);
  const rest = { ...(input as Record<string, unknown>) };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const query = method === 'GET' ? `?${new URLSearchParams(rest as Record<string, string>)}` : '';
  const response = await fetch(`${url}${filled}${query}`, {
    method,
    headers: { ...as, ...(method === 'POST' && { 'content-type': BODY_TYPES[bodyKind] }) },
    ...(method === 'POST' && {
      body: bodyKind === 'form' ? new URLSearchParams(rest as never) : JSON.stringify(rest),
    }),
  });
  const { status } = response;
  if (status === 502)
    return { status, code: status, msg: '', data: {} as DataOf<I>, error: {} as ErrorData };
  const { code, msg, data } = (await response.json()) as Envelope;
  return { status, code, msg, data: data as DataOf<I>, error: data as ErrorData };
}

/** Signs in with the demo password. */
export async function signInAt(url: string, account: string): Promise<Auth> {
  const { code, msg, data } = await callAt(url, 'upm.anno.signIn', {
    account,
    password: DEMO_PASSWORD,
  });
  if (code !== 200) throw new Error(`${account}: ${msg}`);
  return { token: data.token, userid: data.userid, tenant: data.tenant, regionid: data.regionId };
}

/** Server processes on one database, each with its own folder, and one folder of files. */
export class Processes {
  readonly folder = mkdtempSync(join(tmpdir(), 'huozi-processes-'));
  readonly databaseUrl: string;
  readonly #env: Readonly<Record<string, string>>;
  #started = 0;

  constructor(databaseUrl: string, env: Readonly<Record<string, string>> = {}) {
    this.databaseUrl = databaseUrl;
    this.#env = env;
  }

  get shared(): string {
    return join(this.folder, 'shared');
  }

  /** One more. */
  start(): Promise<ServerProcess> {
    this.#started += 1;
    const dataDir = join(this.folder, `own-${this.#started}`);
    mkdirSync(this.shared, { recursive: true });
    return ServerProcess.start({
      databaseUrl: this.databaseUrl,
      dataDir,
      filesDir: this.shared,
      env: this.#env,
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The events of a stream as they come. */
export class Events {
  text = '';
  isOver = false;
  readonly #stop = new AbortController();

  static async open(url: string, as: Auth): Promise<Events> {
    const events = new Events();
    const { signal } = events.#stop;
    const response = await fetch(`${url}/msg/events`, { headers: { ...as }, signal });
    if (response.status !== 200) throw new Error(`stream: ${response.status}`);
    void events.#read(response.body!);
    return events;
  }

  close(): void {
    this.#stop.abort();
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const bytes of body) this.text += decoder.decode(bytes, { stream: true });
    } catch {
      // Closed here, or broken off.
    }
    this.isOver = true;
  }
}
