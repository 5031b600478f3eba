import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PACE } from '../budgets.ts';
import { AppError } from '../errors.ts';
import { CpuFairness } from '../cpu-fairness.ts';
import { netOf } from './address.ts';

/** The person a request is charged to. Anonymous calls have limits of their own. */
export function payerOf({ session }: FastifyRequest): string | undefined {
  return session ? `${session.tenant.id} ${session.userId}` : undefined;
}

/** Leaves the process to others after so many milliseconds of a request's long work. */
export function restOf(request: FastifyRequest): (ms: number) => Promise<void> {
  const who = payerOf(request) ?? netOf(request.ip);
  return (ms) => request.server.pace.rest(who, ms);
}

/**
 * Milliseconds of handling. A file takes as long as its client sends; what it costs is charged as
 * it arrives.
 */
const handlingOf = ({ routeOptions }: FastifyRequest, from: number): number =>
  routeOptions.config.bodyKind === 'multipart' ? 0 : performance.now() - from;
const lengthOf = (payload: unknown): number =>
  typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;

async function waitForTurn(pace: CpuFairness, request: FastifyRequest): Promise<void> {
  const who = payerOf(request);
  if (who === undefined) return;
  await pace.turn(who);
  if (request.raw.destroyed) throw new AppError('BODY_BROKEN_OFF');
}

/**
 * Every request of a person waits for its turn before its body is read, and is charged for what its
 * handling took.
 */
export function limitCpuShare(app: FastifyInstance): void {
  const pace = new CpuFairness();
  app.decorate('pace', pace);
  const began = new WeakMap<FastifyRequest, number>();
  app.addHook('preParsing', (request) => waitForTurn(pace, request));
  app.addHook('preValidation', (request, _reply, done) => {
    began.set(request, performance.now());
    done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    const [who, from] = [payerOf(request), began.get(request)];
    if (who !== undefined && from !== undefined) {
      pace.settle(
        who,
        PACE.overhead + handlingOf(request, from) + lengthOf(payload) * PACE.msAByte,
      );
      began.delete(request);
    }
    done();
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    pace: CpuFairness;
  }
}
