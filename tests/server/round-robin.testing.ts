import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A proxy that gives each request to the next server: no person stays with one.
 * Bodies and answers pass as streams. A server that is away is 502 to the caller.
 */
export class RoundRobin {
  /** Addresses of the servers; may change at any moment. */
  targets: readonly string[];
  readonly #server = createServer((asked, answer) => this.#pass(asked, answer));
  #next = 0;

  private constructor(targets: readonly string[]) {
    this.targets = targets;
  }

  static async before(targets: readonly string[]): Promise<RoundRobin> {
    const proxy = new RoundRobin(targets);
    await new Promise<void>((resolve) => {
      proxy.#server.listen(0, '127.0.0.1', resolve);
    });
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const target = this.targets[this.#next++ % this.targets.length]!;
    const { method = 'GET', url = '/', headers } = asked;
    const passed = request(`${target}${url}`, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
      response.on('error', () => answer.destroy());
    });
    passed.on('error', () => {
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end();
    });
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  }
}
