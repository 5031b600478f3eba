import { spawn, type ChildProcess } from 'node:child_process';
import type { Envelope, SignInData } from '../contract/index.ts';
import { serverProgram } from './built.testing.ts';
import { DEMO_PASSWORD } from './upm/index.ts';
import type { Auth } from './testing.ts';

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/;

/** Where a server process keeps its data; `filesDir` is shared by several, `env` has more settings. */
export interface Place {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly filesDir?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A server as an operator starts it: a process of its own, which can be killed at any moment. */
export class ServerProcess {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  /** Resolves when the server says where it listens. */
  static async start({
    databaseUrl,
    dataDir,
    filesDir = dataDir,
    env = {},
  }: Place): Promise<ServerProcess> {
    const settings = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      FILES_DIR: filesDir,
      PORT: '0',
      HOST: '127.0.0.1',
      HUOZI_MODE: 'production',
      PUBLIC_URL: 'http://127.0.0.1',
    };
    const child = spawn(process.execPath, [await serverProgram()], {
      env: { ...process.env, ...settings, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const url = await new Promise<string>((ready, failed) => {
      let output = '';
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        const found = ADDRESS.exec(output);
        if (found) ready(found[0]);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', () => failed(new Error(output)));
    });
    return new ServerProcess(child, url);
  }

  /** kill -9; resolves when the process is gone. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = new Promise((done) => {
      this.#child.once('exit', done);
    });
    this.#child.kill('SIGKILL');
    await gone;
  }

  /** The data of an answer; throws the sentence of a refusal. */
  async post<T>(path: string, body: object, as?: Auth): Promise<T> {
    const headers = { 'content-type': 'application/json', ...as };
    const response = await fetch(`${this.url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers,
    });
    const { code, data, msg } = (await response.json()) as Envelope<T>;
    if (code !== 200) throw new Error(`${path}: ${msg}`);
    return data;
  }

  /** Signs in with the demo password. */
  async signIn(account: string): Promise<Auth> {
    const { token, userid, tenant, regionId } = await this.post<SignInData>('/upm/anno/signIn', {
      account,
      password: DEMO_PASSWORD,
    });
    return { token, userid, tenant, regionid: regionId };
  }
}
