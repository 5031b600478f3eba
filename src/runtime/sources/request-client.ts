import { asFailure } from '../../contract/index.ts';
import type { EnginePorts } from '../ports/ports.ts';

interface Flight {
  answer: Promise<unknown>;
  abort: AbortController;
  waiting: number;
}

/** One request of a page, as the why? panel shows it. `ms` is null while it is pending. */
export interface RequestLogEntry {
  readonly call: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly at: Date;
  ms: number | null;
  tries: number;
  failure: string | null;
}
/** Requests a page remembers, the newest first. */
const MAX_LOG_ENTRIES = 50;

/**
 * Milliseconds before each further try of a source: a server that restarts is back within a second
 * or two.
 */
const RETRY_DELAYS: readonly number[] = [300, 1_200];
/**
 * Answers that may well be another one in a moment: none at all, or one from a gateway whose server
 * is away.
 */
const TRANSIENT_STATUSES: ReadonlySet<unknown> = new Set([0, 502, 503, 504]);
/** A query that takes too long takes as long the next time. */
const NON_RETRYABLE = 'QUERY_TIMEOUT';

function isTransient(failure: unknown): boolean {
  const { code, reason, shown } = asFailure(failure);
  return TRANSIENT_STATUSES.has(code) && reason !== NON_RETRYABLE && !shown;
}
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

/**
 * Requests of a page's sources, which only read: equal requests at the same time are sent once,
 * transient failures are retried after a delay, and a request is aborted when its last caller has
 * cancelled.
 */
export class RequestClient {
  private readonly flights = new Map<string, Flight>();
  readonly log: RequestLogEntry[] = [];
  constructor(
    private readonly ports: EnginePorts,
    private readonly delays: readonly number[] = RETRY_DELAYS,
  ) {}

  request(call: string, input: Record<string, unknown>, signal: AbortSignal): Promise<unknown> {
    const key = JSON.stringify([call, input]);
    const flight = this.flights.get(key) ?? this.start(key, call, input);
    flight.waiting += 1;
    signal.addEventListener('abort', () => this.leave(key, flight), { once: true });
    return flight.answer;
  }
  private start(key: string, call: string, input: Record<string, unknown>): Flight {
    const abort = new AbortController();
    const forget = (): void => {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    };
    const flight: Flight = {
      abort,
      waiting: 0,
      answer: this.sendLogged(call, input, abort.signal).finally(forget),
    };
    this.flights.set(key, flight);
    return flight;
  }
  private async sendLogged(
    call: string,
    input: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<unknown> {
    const entry: RequestLogEntry = {
      call,
      input,
      at: this.ports.now(),
      ms: null,
      tries: 0,
      failure: null,
    };
    this.log.unshift(entry);
    this.log.length = Math.min(this.log.length, MAX_LOG_ENTRIES);
    const start = performance.now();
    try {
      return await this.sendWithRetries(entry, signal);
    } catch (failure) {
      entry.failure = failure instanceof Error ? failure.message : String(failure);
      throw failure;
    } finally {
      entry.ms = performance.now() - start;
    }
  }
  private async sendWithRetries(asked: RequestLogEntry, signal: AbortSignal): Promise<unknown> {
    for (let attempt = 0; ; attempt++) {
      asked.tries = attempt + 1;
      try {
        return await this.ports.call(asked.call, { ...asked.input }, { signal });
      } catch (failure) {
        const delay = this.delays[attempt];
        if (delay === undefined || signal.aborted || !isTransient(failure)) throw failure;
        // Many pages that fail at the same moment do not come back at the same moment.
        await pause(delay * (0.75 + Math.random() / 2), signal);
        if (signal.aborted) throw failure;
      }
    }
  }
  private leave(key: string, flight: Flight): void {
    flight.waiting -= 1;
    if (flight.waiting > 0 || this.flights.get(key) !== flight) return;
    this.flights.delete(key);
    flight.abort.abort();
  }
}
