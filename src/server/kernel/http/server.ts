import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { MAX_FILE_BYTES, MAX_PATH_NAME } from '../../../contract/index.ts';
import { CONNECTIONS, UPLOAD_PACE } from '../budgets.ts';
import { AppError } from '../errors.ts';
import type { LoggerOptions } from '../log.ts';
import { hasBody, readBodies } from './body.ts';
import {
  clientErrors,
  limitConnections,
  Uploads,
  type ConnectionLimits,
  type UploadPace,
} from './connections.ts';
import { drain } from './drain.ts';
import { errorEnvelope, toAppError } from './envelope.ts';
import { passportRedirect, tenantHostOf } from './host.ts';
import { limitCpuShare } from './cpu-share.ts';
import { ONLY_HTTPS, securityHeaders } from './security.ts';
import { isDeepLink, serveWeb } from './static.ts';

const COMPRESS_FROM = 1_024;

export interface HttpOptions {
  logger: LoggerOptions;
  /** Folder of the built web; when it does not exist only the API is served. */
  webDir?: string;
  /** Host of which companies may have sub-domains; see config.ts. */
  rootHost?: string | undefined;
  /** Addresses of our own proxies in front of this server. */
  trustedProxies?: readonly string[] | undefined;
  /** People reach this server over https (PUBLIC_URL). */
  https?: boolean;
  /** Shorter times and smaller numbers than those of budgets.ts: for tests. */
  connections?: Partial<ConnectionLimits>;
  uploadPace?: UploadPace;
}

/** The options of Node's server that bound what a connection may take. */
function timeLimits({ headerBytes, headers, check, request, keepAlive, idle }: ConnectionLimits) {
  return {
    http: {
      maxHeaderSize: headerBytes,
      headersTimeout: headers,
      connectionsCheckingInterval: check,
    },
    requestTimeout: request,
    keepAliveTimeout: keepAlive,
    connectionTimeout: idle,
  };
}

/**
 * A Fastify server with everything that is the same for every call: envelopes for errors, headers,
 * logs, static web.
 */
export async function createHttp({
  logger,
  webDir,
  rootHost,
  trustedProxies = [],
  https = false,
  connections,
  uploadPace = UPLOAD_PACE,
}: HttpOptions): Promise<FastifyInstance> {
  const limits = { ...CONNECTIONS, ...connections };
  const uploads = new Uploads(uploadPace);
  const app = fastify({
    logger,
    ...timeLimits(limits),
    clientErrorHandler: clientErrors(uploads),
    // What a caller says of its own address is never believed; what our own proxies say is.
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    routerOptions: { maxParamLength: MAX_PATH_NAME, ignoreTrailingSlash: true },
    genReqId: () => randomUUID(),
    // logResponse writes the one line a request gets.
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: true,
    frameworkErrors: (error, request, reply) => {
      fail(error, request as FastifyRequest, reply.headers(securityHeaders) as FastifyReply);
    },
  }) as unknown as FastifyInstance;
  app.decorateRequest('session', null);
  app.decorateRequest('refusal', '');
  app.addHook('onResponse', logResponse);
  app.setErrorHandler(fail);
  limitConnections(app, limits, trustedProxies);
  limitCpuShare(app);
  readBodies(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders);
    if (https || request.protocol === 'https')
      reply.header('strict-transport-security', ONLY_HTTPS);
    if (request.routeOptions.config.bodyKind === 'multipart') uploads.begin(request.raw);
    done();
  });
  if (rootHost) {
    app.addHook('onRequest', async (request, reply) => {
      const elsewhere = passportRedirect(request.url, tenantHostOf(request.headers.host, rootHost));
      return elsewhere ? reply.redirect(elsewhere) : undefined;
    });
  }
  await app.register(compress, {
    threshold: COMPRESS_FROM,
    encodings: ['gzip'],
    zlibOptions: { level: 4 },
  });
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: () => new AppError('TOO_FREQUENT'),
  });
  await app.register(multipart, { limits: { fileSize: MAX_FILE_BYTES, files: 1, fields: 10 } });
  const hasWeb = webDir !== undefined && (await serveWeb(app, webDir));
  app.setNotFoundHandler((request, reply) => {
    if (hasWeb && isDeepLink(request)) return reply.sendFile('index.html');
    return fail(new AppError('NOT_FOUND'), request, reply);
  });
  return app;
}

/**
 * Every failure leaves as an envelope; an unforeseen one is logged whole and answered as 服务器异常
 * with its request's id.
 */
function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const appError = toAppError(error);
  request.refusal = appError.message;
  if (appError.code >= 500) logFault(appError, error, request);
  const envelope = errorEnvelope(appError);
  if (appError.reason === 'INTERNAL') envelope.msg = `${appError.message}（${request.id}）`;
  reply
    .code(appError.code)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8');
  const text = JSON.stringify(envelope);
  if (!hasBody(request)) return reply.send(text);
  // A client that still sends would not read the answer, and could send the next body at once.
  void drain(request).then(() => reply.send(text));
  return reply;
}

/** What a stream says of a client that went away before its answer had ended. */
const ABANDONED: ReadonlySet<unknown> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET']);

/** A request its client gave up is no fault of ours. */
function logFault(appError: AppError, error: unknown, { log, raw }: FastifyRequest): void {
  const err = appError.cause ?? error;
  const isAbandoned = raw.socket.destroyed && ABANDONED.has((err as { code?: unknown }).code);
  if (isAbandoned) log.info('abandoned');
  else log.error({ err }, appError.reason);
}

/** One line an answer. The query string stays out: it may hold what people typed. */
async function logResponse(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { session } = request;
  request.log.info(
    {
      method: request.method,
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip: request.ip,
      ...(session && { tenant: session.tenant.id, user: session.userId }),
    },
    'request',
  );
}
