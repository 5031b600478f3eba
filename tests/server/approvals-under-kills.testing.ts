import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { CallId, DataOf, InputOf, NestedFlowNode } from '../../src/contract/index.ts';
import type { Answer, Auth } from '../../src/server/testing.ts';
import { callAt, signInAt } from './processes.testing.ts';

/** How long those who work go on asking after the last kill. */
const PATIENCE_MS = 60_000;
/** Between two deeds of one person: load, without taking the machine from what starts again. */
const PAUSE_MS = 50;
/** Between two new versions of the template. */
const VERSIONS_MS = 8_000;

/** A system outside that is sent requests: it remembers their keys, and now and then is not well. */
export class Receiver {
  /** How often a request came, by its key. */
  readonly keys = new Map<string, number>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const key = String(request.headers['idempotency-key']);
      this.keys.set(key, (this.keys.get(key) ?? 0) + 1);
      request.resume();
      request.on('end', () => response.writeHead(Math.random() < 0.1 ? 503 : 200).end());
    });
  }

  static async open(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((done) => {
      receiver.#server.listen(0, '127.0.0.1', done);
    });
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/erp`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const asks = (id: string, { userid }: Auth): NestedFlowNode => ({
  id,
  type: 'approve',
  name: id,
  candidates: [{ strategy: 30, param: [userid] }],
});

/**
 * People who start approvals, approve and change the template, whatever is killed meanwhile; and
 * what they were answered as done.
 */
export class ApprovalsUnderKills {
  /** Instances by the request that started them. */
  readonly started = new Map<string, string>();
  readonly approved = new Set<string>();
  /** Instances that were moved to a version, by their ids. */
  readonly movedTo = new Map<string, number>();
  readonly #url: string;
  readonly #outside: string;
  readonly #people = new Map<string, Auth>();
  #templateId: string | undefined;
  #isStarting = true;
  #isApproving = true;

  constructor(url: string, outside: string) {
    this.#url = url;
    this.#outside = outside;
  }

  async prepare(): Promise<void> {
    for (const name of ['admin', 'user', 'leader', 'finance'])
      this.#people.set(name, await signInAt(this.#url, name));
    await this.#answered('bizmeta.describe.create', 'admin', {
      describe: {
        apiName: 'asked',
        label: '申请',
        fields: [{ apiName: 'name', label: '名称', type: 'text' }],
      },
    });
    await this.#publish();
  }

  /** All of them at work; resolves when they have stopped. */
  work(): Promise<unknown> {
    return Promise.all([
      this.#start(),
      this.#start(),
      this.#approve('leader'),
      this.#approve('finance'),
      this.#change(),
    ]);
  }

  /** Nothing new begins; what has begun is approved on. */
  stopStarting(): void {
    this.#isStarting = false;
  }

  stop(): void {
    this.#isStarting = false;
    this.#isApproving = false;
  }

  /** An approval, a request to outside, a rest of a minute and another approval. */
  async #publish(): Promise<number> {
    const end: NestedFlowNode = { id: 'end', type: 'end' };
    const rest = { id: 'rest', type: 'delay', for: { amount: 1, unit: 'minutes' } };
    const ask = { id: 'ask', type: 'trigger', do: { action: 'http', url: this.#outside } };
    const two = { ...asks('two', this.#people.get('finance')!), next: end };
    const one = {
      ...asks('one', this.#people.get('leader')!),
      next: { ...ask, name: '通知', next: { ...rest, name: '等待', next: two } },
    };
    const { data } = await this.#answered('bpm.template.commit', 'admin', {
      template: {
        ...(this.#templateId !== undefined && { id: this.#templateId }),
        name: '申请',
        objectApiName: 'asked',
      },
      nodes: { id: 'start', type: 'start', next: one } as NestedFlowNode,
    });
    this.#templateId = data.id;
    return data.version;
  }

  async #start(): Promise<void> {
    while (this.#isStarting) {
      const requestId = randomUUID();
      const { data } = await this.#answered('bpm.work.start', 'user', {
        templateId: this.#templateId!,
        record: { name: requestId },
      });
      this.started.set(requestId, data.instanceId);
      await sleep(PAUSE_MS);
    }
  }

  async #approve(name: string): Promise<void> {
    const as = this.#people.get(name)!;
    while (this.#isApproving) {
      const todo = await callAt(this.#url, 'bpm.work.todo', { size: 5 }, as).catch(() => undefined);
      for (const { itemId } of todo?.data?.records ?? []) {
        const input: InputOf<'bpm.process.operate'> = { itemId: itemId!, op: 'approve' };
        const { code } = await this.#untilAnswered('bpm.process.operate', name, input);
        if (code === 200) this.approved.add(itemId!);
      }
      await sleep(PAUSE_MS);
    }
  }

  /** A new version again and again, to which everything open is moved. */
  async #change(): Promise<void> {
    while (this.#isStarting) {
      await sleep(VERSIONS_MS);
      const toVersion = await this.#publish();
      const { data } = await this.#answered('bpm.template.dynamicUpdate', 'admin', {
        id: this.#templateId!,
        toVersion,
        dryRun: false,
        reason: '新版本',
      });
      for (const { instanceId, movable } of data.instances)
        if (movable) this.movedTo.set(instanceId, toVersion);
    }
  }

  async #answered<I extends CallId>(
    id: I,
    name: string,
    input: InputOf<I>,
  ): Promise<Answer<DataOf<I>>> {
    const answer = await this.#untilAnswered(id, name, input);
    expect([id, answer.msg]).toEqual([id, 'ok']);
    return answer;
  }

  /** Asks until there is an answer: a repeated request is carried out once. */
  async #untilAnswered<I extends CallId>(
    id: I,
    name: string,
    input: InputOf<I>,
  ): Promise<Answer<DataOf<I>>> {
    const once = { ...(input as object), requestId: randomUUID() } as InputOf<I>;
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const asking = callAt(this.#url, id, once, this.#people.get(name));
      const answer = await asking.catch(() => undefined);
      if (answer && answer.code < 500) return answer;
      if (Date.now() > until) throw new Error(`${id}: no answer`);
      await sleep(100);
    }
  }
}
