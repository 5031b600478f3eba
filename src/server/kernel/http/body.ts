import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BODY_SIZES, bytesText, LIST_MEMBER, problem } from '../../../contract/index.ts';
import { BODY, LARGE_BODIES, UPLOADS } from '../budgets.ts';
import { AppError, problemsError } from '../errors.ts';
import type { CpuFairness } from '../cpu-fairness.ts';
import { BodyMemory } from './body-memory.ts';
import { gatherBody, HeldBytes } from './gather-body.ts';
import { findInvalidValue } from './input-guard.ts';
import { JsonScan, type ScanLimits } from './json-scan.ts';
import { parseSlices, type Inspect } from './json-slices.ts';
import { FairSlots, type Payer } from './fair-slots.ts';

/** Sentences about a name show this much of it. */
const SHOWN = 50;
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Bytes some editors put before a text. */
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/**
 * Whose body it is: a signed-in person's, or an address's. Strangers together have the share of one
 * company.
 */
function partyOf({ session, ip }: FastifyRequest): Payer {
  if (!session) return { person: ip, company: '' };
  return { person: `${session.tenant.id} ${session.userId}`, company: session.tenant.id };
}

const limitOf = ({ routeOptions }: FastifyRequest): number =>
  BODY_SIZES[routeOptions.config.bodySize ?? 'call'];
const valuesIn = (limit: number): number =>
  Math.max(BODY.fewValues, Math.ceil(limit / BODY.bytesAValue));

/** Levels a body may nest, and values it may have. */
const shapeLimits = (request: FastifyRequest): ScanLimits => ({
  depth: request.routeOptions.config.nesting ?? BODY.depth,
  values: valuesIn(limitOf(request)),
});

const WORDS = {
  depth: ({ depth }: ScanLimits) => `不超过 ${depth} 层的内容`,
  values: ({ values }: ScanLimits) => `不超过 ${values} 个值的内容`,
} as const;
const refuseInvalid = (path: string, expected: string): AppError =>
  problemsError([
    problem(path, 'VALUE_FORMAT', { label: path.split('/').at(-1) || '请求内容', expected }),
  ]);

/**
 * Refuses a part of a body that cannot be stored; `base` is the index of the first item of a list's
 * slice.
 */
const inspectorFor =
  (root: string, depth: number): Inspect =>
  (slice, where, base) => {
    const place = where();
    const found = findInvalidValue(slice, { name: place.split('/').at(-1) ?? '', depth });
    if (!found) return;
    const path =
      base === 0
        ? found.path
        : found.path.replace(/^\/(\d+)/, (_, at: string) => `/${Number(at) + base}`);
    throw refuseInvalid(`${root}${place}${path}`, found.expected);
  };

/** Leaves the processor to others after so many milliseconds of work. */
type RestOfBody = (ms: number) => Promise<void>;

/** Parses and checks a body; a large one in slices, with the turns of others between them. */
async function parsed(bytes: Buffer, inspect: Inspect, rest: RestOfBody): Promise<unknown> {
  const slices = parseSlices(bytes, bytes.length > BODY.large ? BODY.slice : Infinity, inspect);
  for (let began = performance.now(); ;) {
    const { done, value } = slices.next();
    if (done) return value;
    const took = performance.now() - began;
    if (took < BODY.turn) continue;
    await rest(took);
    began = performance.now();
  }
}

const declaredBytes = ({ headers }: FastifyRequest): number =>
  Number(headers['content-length'] ?? Infinity);
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
const tooLarge = (limit: number): AppError => new AppError('TOO_LARGE', { max: bytesText(limit) });

/**
 * The place a request needs before its body is read: one of the large ones when it is held in
 * memory, one of the uploads when it goes to disk.
 */
function placeOf(request: FastifyRequest): 'large' | 'upload' | undefined {
  const { bodyKind, bodySize } = request.routeOptions.config;
  if (!bodyKind || !hasBody(request)) return undefined;
  if (bodyKind === 'multipart' && bodySize === 'call') return 'upload';
  return Math.min(declaredBytes(request), limitOf(request)) > BODY.large ? 'large' : undefined;
}

/** Waits for a place; it is given back when the answer has been sent or the client is gone. */
async function reserveMemory(
  places: FairSlots,
  request: FastifyRequest,
  { raw }: FastifyReply,
): Promise<void> {
  const leave = await places.enter(partyOf(request), (gone) => raw.once('close', gone));
  raw.once('close', leave).once('finish', leave);
  if (raw.destroyed) leave();
}

/** Counts the shape of what arrives; throws what the body of a call may not be. */
function shapeOf(limits: ScanLimits): (chunk: Buffer) => void {
  const scan = new JsonScan(limits);
  return (chunk) => {
    const broken = scan.take(chunk);
    if (broken) throw refuseInvalid('', WORDS[broken](limits));
  };
}

/** What all bodies share. */
interface Readers {
  readonly held: HeldBytes;
  readonly memory: BodyMemory;
  readonly pace: CpuFairness;
}

/**
 * Reads and parses JSON; `memory` holds its bytes meanwhile. Those of a large body are bounded by
 * its place among the large ones, so they are not counted.
 */
async function parseBody(
  request: FastifyRequest,
  { held, pace }: Readers,
  memory: Buffer | undefined,
): Promise<unknown> {
  const { bodyKind } = request.routeOptions.config;
  const { person: who } = partyOf(request);
  const rest: RestOfBody = (ms) => pace.rest(who, ms);
  const limits = shapeLimits(request);
  const bytes = await gatherBody(request.raw, {
    limit: limitOf(request),
    who,
    look: shapeOf(limits),
    rest,
    ...(memory ? { memory } : { held }),
  });
  try {
    const inspect = inspectorFor(bodyKind === 'list' ? `/${LIST_MEMBER}` : '', limits.depth);
    return await parsed(withoutMark(bytes), inspect, rest);
  } catch (error) {
    throw error instanceof SyntaxError
      ? new AppError('BODY_NOT_JSON', {}, { cause: error })
      : error;
  }
}

function withoutMark(bytes: Buffer): Buffer {
  const isMarked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
}

async function readJson(request: FastifyRequest, readers: Readers): Promise<unknown> {
  const { bodyKind = 'json' } = request.routeOptions.config;
  if (bodyKind === 'multipart') throw new AppError('FILE_MISSING');
  if (bodyKind === 'form') throw new AppError('BAD_REQUEST');
  const limit = limitOf(request);
  if (request.headers['content-length'] && declaredBytes(request) > limit) throw tooLarge(limit);
  if (!placeOf(request)) return parseBody(request, readers, undefined);
  const memory = readers.memory.take();
  try {
    return await parseBody(request, readers, memory);
  } finally {
    readers.memory.give(memory);
  }
}

async function readForm(
  request: FastifyRequest,
  { held, pace }: Readers,
): Promise<Record<string, string>> {
  if (request.routeOptions.config.bodyKind !== 'form') throw new AppError('BAD_REQUEST');
  const { person: who } = partyOf(request);
  const bytes = await gatherBody(request.raw, {
    limit: limitOf(request),
    who,
    held,
    look: () => undefined,
    rest: (ms) => pace.rest(who, ms),
  });
  const form = formValues(bytes.toString());
  inspectorFor('', BODY.depth)(form, () => '', 0);
  return form;
}

/** Names and values of an HTML form; a name may come once. */
function formValues(text: string): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    const shown = name.slice(0, SHOWN);
    if (values.has(name))
      throw problemsError([problem(`/${shown}`, 'GIVEN_TWICE', { name: shown })]);
    values.set(name, value);
  }
  return Object.fromEntries(values);
}

/**
 * How bodies of requests are read: JSON within the limits of its call, an HTML form where the call
 * takes one, files as streams (by the multipart plugin). A large body needs a slot first, which
 * lasts until the answer is sent: until then nothing of the body is read, so a waiting one takes no
 * memory.
 */
export function readBodies(app: FastifyInstance): void {
  const memory = new BodyMemory({ bytes: Math.max(...Object.values(BODY_SIZES)), idle: BODY.idle });
  const readers: Readers = { held: new HeldBytes(), memory, pace: app.pace };
  const [large, uploads] = [new FairSlots(LARGE_BODIES), new FairSlots(UPLOADS)];
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_TYPE, (request: FastifyRequest) => readJson(request, readers));
  app.addContentTypeParser(FORM_TYPE, (request: FastifyRequest) => readForm(request, readers));
  app.addHook('preParsing', async (request, reply) => {
    const place = placeOf(request);
    if (place) await reserveMemory(place === 'large' ? large : uploads, request, reply);
  });
}
