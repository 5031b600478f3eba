import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  callOf,
  calls,
  isOwnCall,
  type BodyKind,
  type BodySize,
  type Call,
  type CallId,
  type DataOf,
  type InputOf,
} from '../../../contract/index.ts';
import type { Context, FindSession, OpenContext, Session, SessionStatement } from '../context.ts';
import { OptimisticSessions, type SessionClaim } from './optimistic-sessions.ts';
import { envelopeOf, RawResponse, type JsonText } from './envelope.ts';
import { ownAdmissionQueue } from '../admission-queue/index.ts';
import type { AdmissionQueue } from '../admission-queue/queue.ts';
import { withAdmission, queueTokenOf } from './with-admission.ts';
import { AppError } from '../errors.ts';
import type { TransactionHooks } from '../database/hooks.ts';
import type { OpenOperation, Operation } from './operation.ts';
import {
  headersMatch,
  requireAlive,
  requireOwn,
  checkAccess,
  checkViewing,
  optionalSession,
  requireSession,
  tokenHashOf,
} from './session.ts';
import { inputReader, type InputReader } from './validate.ts';

/** What a handler answers: the call's data, its JSON text, or raw bytes. */
type HandlerResult<I extends CallId> = DataOf<I> | JsonText | RawResponse;
export type Handler<I extends CallId> = (
  input: InputOf<I>,
  ctx: Context,
) => Promise<HandlerResult<I>> | HandlerResult<I>;
export type OpenHandler<I extends CallId> = (
  input: InputOf<I>,
  ctx: OpenContext,
) => Promise<HandlerResult<I>> | HandlerResult<I>;

/**
 * Where services hang their calls. A call is served once; its access comes from the contract and
 * from nothing else.
 */
export interface Routes {
  /** Serves a call that needs a session. */
  route<I extends CallId>(id: I, handler: Handler<I>): void;
  /**
   * Serves a call that needs a session and only reads: the session is confirmed together with its
   * first read.
   */
  readRoute<I extends CallId>(id: I, handler: Handler<I>): void;
  /**
   * Serves a call open to anyone (`anonymous`); the session is there when the caller has a valid
   * one.
   */
  openRoute<I extends CallId>(id: I, handler: OpenHandler<I>): void;
  /**
   * Opens an operation for every call that changes a company's administration. One opener: the log.
   */
  onOperation(open: OpenOperation): void;
}

/**
 * Anonymous calls of one address a minute: far above what people do, low enough to stop a flood.
 */
const ANONYMOUS_PER_MINUTE = 3_000;

type Run = (input: never, ctx: never) => unknown;
type Enter = (request: FastifyRequest) => Promise<Session | null>;
type Answer = (
  request: FastifyRequest,
  run: (entered?: SessionClaim) => Promise<unknown>,
) => Promise<unknown>;

export class RouteTable implements Routes {
  readonly #app: FastifyInstance;
  readonly #find: FindSession;
  readonly #reads: OptimisticSessions;
  readonly #queue: AdmissionQueue;
  readonly #served = new Set<string>();
  readonly #operations = new WeakMap<FastifyRequest, Operation>();
  #openOperation: OpenOperation | undefined;

  /** Without the session's statement every call asks for its session by itself. */
  constructor(
    app: FastifyInstance,
    find: FindSession,
    statement?: SessionStatement,
    line = ownAdmissionQueue(),
  ) {
    this.#app = app;
    this.#find = find;
    this.#queue = line;
    this.#reads = new OptimisticSessions(find, statement);
  }

  route<I extends CallId>(id: I, handler: Handler<I>): void {
    const call = callOf(id);
    if (call.access === 'anonymous')
      throw new RangeError(`${id} is open to anyone: serve it with openRoute`);
    this.#serve(call, handler as Run, async (request) => {
      if (call.operation) return this.#enterOperation(call, request);
      if (isOwnCall(call.id))
        return requireOwn(request.headers, await this.#find(tokenHashOf(request.headers)));
      const session = await requireSession(request.headers, this.#find);
      return authorized(request, call, session);
    });
  }

  readRoute<I extends CallId>(id: I, handler: Handler<I>): void {
    const call = callOf(id);
    if (call.access === 'anonymous')
      throw new RangeError(`${id} is open to anyone: serve it with openRoute`);
    const entered = new WeakMap<FastifyRequest, SessionClaim>();
    const enter: Enter = async (request) => {
      const found = await this.#reads.enter(request.headers);
      entered.set(request, found);
      return authorized(request, call, found.session);
    };
    this.#serve(call, handler as Run, enter, (request, run) =>
      this.#reads.run(entered.get(request)!, (session) => checkAccess(call.access, session), run),
    );
  }

  openRoute<I extends CallId>(id: I, handler: OpenHandler<I>): void {
    const call = callOf(id);
    if (call.access !== 'anonymous')
      throw new RangeError(`${id} needs a session: serve it with route`);
    this.#serve(call, handler as Run, async ({ headers }) => {
      const session = await optionalSession(headers, this.#find);
      if (session) checkViewing(call, session);
      return session;
    });
  }

  onOperation(open: OpenOperation): void {
    this.#openOperation = open;
  }

  /** Calls of the contract without a handler. */
  unservedCalls(): string[] {
    return calls.map(({ id }) => id as string).filter((id) => !this.#served.has(id));
  }

  /**
   * Who is asking is settled before the body is parsed (onRequest), what they ask before the
   * handler runs.
   */
  #serve(call: Call, handler: Run, enter: Enter, answer: Answer = (_request, run) => run()): void {
    if (this.#served.has(call.id)) throw new RangeError(`${call.id} is served twice`);
    this.#served.add(call.id);
    const read = inputReader(call);
    this.#app.route({
      method: call.method,
      // A HEAD request would leave a stream of events open that is never read.
      exposeHeadRoute: false,
      url: call.path.replace(/\{(\w+)\}/g, ':$1'),
      // A body that begins like a compressed file, as a text with "80" does, would be sent as it is
      // under the name of gzip.
      ...(call.uploaded && { compress: false }),
      config: {
        bodyKind: call.bodyKind,
        bodySize: call.bodySize,
        ...(call.nesting !== undefined && { nesting: call.nesting }),
        ...(call.access === 'anonymous' && {
          rateLimit: {
            max: ANONYMOUS_PER_MINUTE,
            timeWindow: '1 minute',
            allowList: (request) => call.line === true && this.#queue.isDue(queueTokenOf(request)),
          },
        }),
      },
      onRequest: async (request) => {
        request.session = await enter(request);
      },
      ...(call.operation && {
        onSend: async (request: FastifyRequest, reply: FastifyReply) =>
          this.#closeOperation(request, reply),
      }),
      handler: async (request, reply) => {
        const run = async (entered?: SessionClaim): Promise<unknown> => {
          const operation = this.#operations.get(request);
          const input = call.operation
            ? readOperation(operation, call, request, read)
            : read(partsOf(request));
          const context = contextOf(request, reply, this.#find, {
            call,
            entered,
            hooks: operation?.hooks,
          });
          const work = async (): Promise<unknown> => handler(input as never, context as never);
          return call.line ? withAdmission(this.#queue, request, reply, work) : work();
        };
        send(reply, await answer(request, run));
        return reply;
      },
    });
  }

  /**
   * The log knows the caller before anything else of the request is looked at; rights are checked
   * when the body has been read.
   */
  async #enterOperation(call: Call, request: FastifyRequest): Promise<Session> {
    const found = await this.#find(tokenHashOf(request.headers));
    const isOwn = isOwnCall(call.id);
    const session = isOwn ? requireOwn(request.headers, found) : requireAlive(found);
    // Before the log knows of it: it would be a line of the person who is viewed as.
    checkViewing(call, session);
    const operation = this.#openOperation?.({
      session,
      call,
      ip: request.ip,
      requestId: request.id,
    });
    if (operation) this.#operations.set(request, operation);
    request.session = session;
    if (!isOwn && !headersMatch(request.headers, session)) throw new AppError('TENANT_MISMATCH');
    operation?.admit();
    return session;
  }

  /** The operation's line is written before its answer leaves. */
  async #closeOperation(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { body, query, params: path } = request;
    await this.#operations
      .get(request)
      ?.close({ code: reply.statusCode, reason: request.refusal, parts: { body, query, path } });
  }
}

const partsOf = ({ params, query, body }: FastifyRequest): Parameters<InputReader>[0] => ({
  params,
  query,
  body,
});

/**
 * Reads the input first, so that the log can name the subject of a refused attempt; missing rights
 * are reported before a wrong input.
 */
function readOperation(
  operation: Operation | undefined,
  call: Call,
  request: FastifyRequest,
  read: InputReader,
): Record<string, unknown> {
  const { session } = request;
  if (!session) throw new AppError('TOKEN_MISSING');
  try {
    const input = read(partsOf(request));
    if (operation) operation.input = input;
    return input;
  } finally {
    // A refusal thrown here takes the place of what the reader threw.
    checkAccess(call.access, session);
  }
}

/** The session is noted before its rights are looked at: who was refused is known. */
function authorized(request: FastifyRequest, call: Call, session: Session): Session {
  request.session = session;
  checkViewing(call, session);
  checkAccess(call.access, session);
  return session;
}

/** What a call knows of its caller and its transactions besides the request itself. */
interface CallerContext {
  readonly call: Call;
  readonly entered: SessionClaim | undefined;
  readonly hooks: TransactionHooks | undefined;
}

function contextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  find: FindSession,
  { call, entered: known, hooks }: CallerContext,
): OpenContext | Context {
  const session = known?.session ?? request.session;
  const open: OpenContext & Pick<Context, 'piggyback' | 'hooks' | 'mayUseReplica'> = {
    session,
    request,
    requestId: request.id,
    log: request.log,
    ip: request.ip,
    piggyback: known?.piggyback,
    hooks,
    mayUseReplica: call.fromReplica,
    enter: async () => entered(open, session ?? (await requireSession(request.headers, find))),
    header: (name, value) => {
      reply.header(name, value);
    },
  };
  return session ? entered(open, session) : open;
}

const entered = (open: OpenContext, session: Session): Context => ({
  ...open,
  session,
  tenant: session.tenant,
  userId: session.userId,
});

/**
 * Answers are private and short-lived: nothing in between may cache them, unless the call allows
 * it.
 */
const NOT_CACHED = 'no-store';

function send(reply: FastifyReply, answer: unknown): void {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', NOT_CACHED);
  if (answer instanceof RawResponse) {
    reply
      .code(answer.status)
      .headers(answer.headers)
      .send(answer.body ?? '');
    return;
  }
  reply.type('application/json; charset=utf-8').send(envelopeOf(answer));
}

declare module 'fastify' {
  /** Of a call's route; other routes take no body. */
  interface FastifyContextConfig {
    bodyKind?: BodyKind;
    bodySize?: BodySize;
    nesting?: number;
  }
  interface FastifyRequest {
    session: Session | null;
    /** The sentence of the refusal it was answered with; empty when there was none. */
    refusal: string;
  }
}
