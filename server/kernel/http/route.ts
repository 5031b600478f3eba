import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callOf, calls, LIST_MEMBER, type BodyKind, type BodySize, type Call, type CallId, type DataOf, type InputOf } from '../../../contract/index.ts';
import type { Context, FindSession, OpenContext, Session, SessionStatement } from '../context.ts';
import { ConfirmedReads, type Entered } from './confirming.ts';
import { envelopeOf, RawAnswer, type JsonText } from './envelope.ts';
import { ownLine } from '../line/index.ts';
import type { WaitingLine } from '../line/line.ts';
import { inLine, ticketOf } from './in-line.ts';
import { checkAccess, optionalSession, requireSession } from './session.ts';
import { inputReader } from './validate.ts';

/** What a handler answers: the call's data, its JSON text, or raw bytes. */
type Answered<I extends CallId> = DataOf<I> | JsonText | RawAnswer;
export type Handler<I extends CallId> = (input: InputOf<I>, ctx: Context) => Promise<Answered<I>> | Answered<I>;
export type OpenHandler<I extends CallId> = (input: InputOf<I>, ctx: OpenContext) => Promise<Answered<I>> | Answered<I>;

/** Where services hang their calls. A call is served once; its access comes from the contract and from nothing else. */
export interface Routes {
  /** Serves a call that needs a session. */
  route<I extends CallId>(id: I, handler: Handler<I>): void;
  /** Serves a call that needs a session and only reads: the session is confirmed together with its first read. */
  readRoute<I extends CallId>(id: I, handler: Handler<I>): void;
  /** Serves a call open to anyone (`anonymous`); the session is there when the caller has a valid one. */
  openRoute<I extends CallId>(id: I, handler: OpenHandler<I>): void;
  /** Tells `hear` of every operation of somebody known, after its answer has left. One listener: the log. */
  onOperation(hear: HearOperation): void;
}

/** What became of a call that changes a company's administration (`operation` in the contract): done, failed or refused. */
export interface Operated {
  readonly session: Session;
  readonly call: Call;
  /** Everything that came: path, query and body together; unchecked when the call was refused. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly code: number;
  /** The sentence it was refused with; empty when it was done. */
  readonly reason: string;
  readonly ms: number;
  readonly ip: string;
  readonly requestId: string;
}
export type HearOperation = (operated: Operated) => Promise<void>;

/** Anonymous calls of one address a minute: far above what people do, low enough to stop a flood. */
const ANONYMOUS_PER_MINUTE = 3_000;

type Run = (input: never, ctx: never) => unknown;
type Enter = (request: FastifyRequest) => Promise<Session | null>;
type Answer = (request: FastifyRequest, run: (entered?: Entered) => Promise<unknown>) => Promise<unknown>;

export class RouteTable implements Routes {
  readonly #app: FastifyInstance;
  readonly #find: FindSession;
  readonly #reads: ConfirmedReads;
  readonly #line: WaitingLine;
  readonly #served = new Set<string>();
  #hear: HearOperation | undefined;

  /** Without the session's statement every call asks for its session by itself. */
  constructor(app: FastifyInstance, find: FindSession, statement?: SessionStatement, line = ownLine()) {
    this.#app = app;
    this.#find = find;
    this.#line = line;
    this.#reads = new ConfirmedReads(find, statement);
  }

  route<I extends CallId>(id: I, handler: Handler<I>): void {
    const call = callOf(id);
    if (call.access === 'anonymous') throw new RangeError(`${id} is open to anyone: serve it with openRoute`);
    this.#serve(call, handler as Run, async (request) => {
      const session = await requireSession(request.headers, this.#find);
      return admitted(request, call, session);
    });
  }

  readRoute<I extends CallId>(id: I, handler: Handler<I>): void {
    const call = callOf(id);
    if (call.access === 'anonymous') throw new RangeError(`${id} is open to anyone: serve it with openRoute`);
    const entered = new WeakMap<FastifyRequest, Entered>();
    const enter: Enter = async (request) => {
      const found = await this.#reads.enter(request.headers);
      entered.set(request, found);
      return admitted(request, call, found.session);
    };
    this.#serve(call, handler as Run, enter, (request, run) => this.#reads.run(entered.get(request)!, (session) => checkAccess(call.access, session), run));
  }

  openRoute<I extends CallId>(id: I, handler: OpenHandler<I>): void {
    const call = callOf(id);
    if (call.access !== 'anonymous') throw new RangeError(`${id} needs a session: serve it with route`);
    this.#serve(call, handler as Run, ({ headers }) => optionalSession(headers, this.#find));
  }

  onOperation(hear: HearOperation): void {
    this.#hear = hear;
  }

  /** Calls of the contract nobody serves. */
  missing(): string[] {
    return calls.map(({ id }) => id as string).filter((id) => !this.#served.has(id));
  }

  /** Who is asking is settled before the body is parsed (onRequest), what they ask before the handler runs. */
  #serve(call: Call, handler: Run, enter: Enter, answer: Answer = (_request, run) => run()): void {
    if (this.#served.has(call.id)) throw new RangeError(`${call.id} is served twice`);
    this.#served.add(call.id);
    const read = inputReader(call);
    this.#app.route({
      method: call.method,
      // Whoever asks for the head alone would leave a stream of events open that nobody reads.
      exposeHeadRoute: false,
      url: call.path.replace(/\{(\w+)\}/g, ':$1'),
      config: {
        bodyKind: call.bodyKind, bodySize: call.bodySize,
        ...(call.access === 'anonymous' && { rateLimit: { max: ANONYMOUS_PER_MINUTE, timeWindow: '1 minute', allowList: (request) => call.line === true && this.#line.isDue(ticketOf(request)) } }),
      },
      onRequest: async (request) => { request.session = await enter(request); },
      ...(call.operation && { onResponse: async (request: FastifyRequest, reply: FastifyReply) => { if (request.session) await this.#hear?.(operatedOf(call, request, request.session, reply)); } }),
      handler: async (request, reply) => {
        const run = async (entered?: Entered): Promise<unknown> => {
          const input = read({ params: request.params, query: request.query, body: request.body });
          const work = async (): Promise<unknown> => handler(input as never, contextOf(request, reply, this.#find, entered) as never);
          return call.line ? inLine(this.#line, request, reply, work) : work();
        };
        send(reply, await answer(request, run));
        return reply;
      },
    });
  }
}

/** The session is noted before its rights are looked at: who was refused is known. */
function admitted(request: FastifyRequest, call: Call, session: Session): Session {
  request.session = session;
  checkAccess(call.access, session);
  return session;
}

const parts = (part: unknown): object => (Array.isArray(part) ? { [LIST_MEMBER]: part } : typeof part === 'object' && part !== null ? part : {});

function operatedOf(call: Call, request: FastifyRequest, session: Session, reply: FastifyReply): Operated {
  const input = { ...parts(request.body), ...parts(request.query), ...parts(request.params) };
  return { session, call, input, code: reply.statusCode, reason: request.refusal, ms: Math.round(reply.elapsedTime), ip: request.ip, requestId: request.id };
}

function contextOf(request: FastifyRequest, reply: FastifyReply, find: FindSession, known?: Entered): OpenContext | Context {
  const session = known?.session ?? request.session;
  const open: OpenContext & { rider: Entered['rider'] } = {
    session, request, requestId: request.id, log: request.log, ip: request.ip, rider: known?.rider,
    enter: async () => entered(open, session ?? await requireSession(request.headers, find)),
    header: (name, value) => { reply.header(name, value); },
  };
  return session ? entered(open, session) : open;
}

const entered = (open: OpenContext, session: Session): Context => ({ ...open, session, tenant: session.tenant, userId: session.userId });

/** Answers are somebody's own, and old by tomorrow: nobody between keeps one, unless the call says how. */
const UNKEPT = 'no-store';

function send(reply: FastifyReply, answer: unknown): void {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', UNKEPT);
  if (answer instanceof RawAnswer) {
    reply.code(answer.status).headers(answer.headers).send(answer.body ?? '');
    return;
  }
  reply.type('application/json; charset=utf-8').send(envelopeOf(answer));
}

declare module 'fastify' {
  /** Of a call's route; other routes take no body. */
  interface FastifyContextConfig {
    bodyKind?: BodyKind;
    bodySize?: BodySize;
  }
  interface FastifyRequest {
    session: Session | null;
    /** The sentence of the refusal it was answered with; empty when there was none. */
    refusal: string;
  }
}
