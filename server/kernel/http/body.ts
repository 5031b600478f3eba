import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BODY_SIZES, bytesText, LIST_MEMBER, problem } from '../../../contract/index.ts';
import { BODY, LARGE_BODIES, UPLOADS } from '../budgets.ts';
import { AppError, problemsError } from '../errors.ts';
import { gather, HeldBytes } from './gather.ts';
import { findUnfit } from './input-guard.ts';
import { JsonScan } from './json-scan.ts';
import { parseSlices, type Inspect } from './json-slices.ts';
import { Shares, type Party } from './shares.ts';

/** Sentences about a name show this much of it. */
const SHOWN = 50;
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Bytes some editors put before a text. */
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** Whose body it is: a signed-in person's, or an address's. Strangers together have the share of one company. */
function partyOf({ session, ip }: FastifyRequest): Party {
  return session ? { person: `${session.tenant.id} ${session.userId}`, company: session.tenant.id } : { person: ip, company: '' };
}

const limitOf = ({ routeOptions: { config } }: FastifyRequest): number => BODY_SIZES[config.bodySize ?? 'call'];
const valuesIn = (limit: number): number => Math.max(BODY.fewValues, Math.ceil(limit / BODY.bytesAValue));

const WORDS = {
  depth: () => `不超过 ${BODY.depth} 层的内容`,
  values: (limit: number) => `不超过 ${valuesIn(limit)} 个值的内容`,
} as const;
const unfit = (path: string, expected: string): AppError =>
  problemsError([problem(path, 'VALUE_FORMAT', { label: path.split('/').at(-1) || '请求内容', expected })]);

/** Refuses a part of a body that cannot be stored; `base` is the index of the first item of a list's slice. */
const inspector = (root: string): Inspect => (slice, at, base) => {
  const place = at();
  const found = findUnfit(slice, place.split('/').at(-1));
  if (!found) return;
  const path = base > 0 ? found.path.replace(/^\/(\d+)/, (_, index: string) => `/${Number(index) + base}`) : found.path;
  throw unfit(`${root}${place}${path}`, found.expected);
};

const othersTurn = (): Promise<void> => new Promise((resolve) => { setImmediate(resolve); });

/** Parses and checks a body; a large one in slices, with the turns of others between them. */
async function parsed(bytes: Buffer, root: string): Promise<unknown> {
  const slices = parseSlices(bytes, bytes.length > BODY.large ? BODY.slice : Infinity, inspector(root));
  for (let began = performance.now(); ;) {
    const { done, value } = slices.next();
    if (done) return value;
    if (performance.now() - began < BODY.turn) continue;
    await othersTurn();
    began = performance.now();
  }
}

const declaredBytes = (request: FastifyRequest): number => Number(request.headers['content-length'] ?? Infinity);
const hasBody = ({ headers }: FastifyRequest): boolean => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** The place a request needs before its body is read: one of the large ones when it is held in memory, one of the uploads when it goes to disk. */
function placeOf(request: FastifyRequest): 'large' | 'upload' | undefined {
  const { bodyKind, bodySize } = request.routeOptions.config;
  if (!bodyKind || !hasBody(request)) return undefined;
  if (bodyKind === 'multipart' && bodySize === 'call') return 'upload';
  return Math.min(declaredBytes(request), limitOf(request)) > BODY.large ? 'large' : undefined;
}

/** Waits for a place; it is given back when the answer has been sent or the client is gone. */
async function hold(places: Shares, request: FastifyRequest, { raw }: FastifyReply): Promise<void> {
  const leave = await places.enter(partyOf(request), (gone) => raw.once('close', gone));
  raw.once('close', leave).once('finish', leave);
  if (raw.destroyed) leave();
}

/** Counts the shape of what arrives; throws what the body of a call may not be. */
function shapeOf(limit: number): (chunk: Buffer) => void {
  const scan = new JsonScan({ depth: BODY.depth, values: valuesIn(limit) });
  return (chunk) => {
    const broken = scan.take(chunk);
    if (broken) throw unfit('', WORDS[broken](limit));
  };
}

async function readJson(request: FastifyRequest, held: HeldBytes): Promise<unknown> {
  const { bodyKind = 'json' } = request.routeOptions.config;
  if (bodyKind === 'multipart') throw new AppError('FILE_MISSING');
  if (bodyKind === 'form') throw new AppError('BAD_REQUEST');
  const limit = limitOf(request);
  if (request.headers['content-length'] && declaredBytes(request) > limit) throw new AppError('TOO_LARGE', { max: bytesText(limit) });
  // The bytes of a large body are bounded by its place among the large ones.
  const counted = placeOf(request) ? {} : { held };
  const bytes = await gather(request.raw, { limit, who: partyOf(request).person, look: shapeOf(limit), ...counted });
  const text = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
  try {
    return await parsed(text, bodyKind === 'list' ? `/${LIST_MEMBER}` : '');
  } catch (error) {
    throw error instanceof SyntaxError ? new AppError('BODY_NOT_JSON', {}, { cause: error }) : error;
  }
}

/** Names and values of an HTML form; a name may come once. */
async function readForm(request: FastifyRequest, held: HeldBytes): Promise<Record<string, string>> {
  if (request.routeOptions.config.bodyKind !== 'form') throw new AppError('BAD_REQUEST');
  const bytes = await gather(request.raw, { limit: BODY_SIZES.call, who: partyOf(request).person, held, look: () => undefined });
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(bytes.toString())) {
    if (values.has(name)) throw problemsError([problem(`/${name}`, 'GIVEN_TWICE', { name: name.slice(0, SHOWN) })]);
    values.set(name, value);
  }
  const form = Object.fromEntries(values);
  inspector('')(form, () => '', 0);
  return form;
}

/**
 * How bodies of requests are read: JSON within the limits of its call, an HTML form where the call takes one, files as
 * streams (by the multipart plugin). Whoever sends much has to have a place first, which lasts until the answer is sent:
 * until then nothing of the body is read, so a waiting one takes no memory.
 */
export function readBodies(app: FastifyInstance): void {
  const held = new HeldBytes();
  const [large, uploads] = [new Shares(LARGE_BODIES), new Shares(UPLOADS)];
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_TYPE, (request: FastifyRequest) => readJson(request, held));
  app.addContentTypeParser(FORM_TYPE, (request: FastifyRequest) => readForm(request, held));
  app.addHook('preParsing', async (request, reply) => {
    const place = placeOf(request);
    if (place) await hold(place === 'large' ? large : uploads, request, reply);
  });
}
