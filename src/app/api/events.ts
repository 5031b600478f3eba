import { createParser } from 'eventsource-parser';
import { isSessionLost, sessionLossOf, type SessionLoss } from './failure.ts';
import { identityHeaders, type Identity } from './request.ts';

/**
 * Waits between tries, in milliseconds; each is extended by a random part of up to half, so that
 * clients do not reconnect together.
 */
const RETRY_MS = [1_000, 2_000, 5_000, 15_000, 30_000];
/** A stream silent for this long is dead: the server sends something every 25 seconds. */
const SILENCE_TIMEOUT_MS = 60_000;
/** A connection that lasted this long was stable: the next try starts with the shortest wait. */
const STABLE_AFTER_MS = 10_000;
/**
 * A hidden page closes its stream after this time: a browser has six connections per host for all
 * its tabs.
 */
const HIDDEN_MS = 30_000;

export interface EventsOptions {
  url: string;
  identity(): Identity | null;
  /** The server does not take the session (any more). */
  onSessionLost(how: SessionLoss): void;
  onEvent(name: string, data: unknown): void;
  onUp(): void;
  /** The stream is gone and does not come back by itself at once. */
  onDown(): void;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        done();
      },
      { once: true },
    );
  });

/** Resolves when the page is looked at; at once when it is. */
const pageVisible = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    if (!document.hidden) {
      done();
      return;
    }
    const look = (): void => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', look);
      done();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener(
      'abort',
      () => {
        document.removeEventListener('visibilitychange', look);
        done();
      },
      { once: true },
    );
  });

/** Closes one connection when it is silent for too long, or the page is hidden for too long. */
class ConnectionWatch {
  readonly #controller = new AbortController();
  #silence: ReturnType<typeof setTimeout> | undefined;
  #hidden: ReturnType<typeof setTimeout> | undefined;
  /** It was closed because the page is hidden. */
  closedWhileHidden = false;

  constructor(all: AbortSignal) {
    all.addEventListener('abort', this.#end, { once: true, signal: this.#controller.signal });
    document.addEventListener('visibilitychange', this.#look, { signal: this.#controller.signal });
    this.noteActivity();
    this.#look();
  }
  get signal(): AbortSignal {
    return this.#controller.signal;
  }
  noteActivity(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(this.#end, SILENCE_TIMEOUT_MS);
  }
  stop(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#hidden);
    this.#controller.abort();
  }
  readonly #end = (): void => this.#controller.abort();
  readonly #look = (): void => {
    clearTimeout(this.#hidden);
    if (document.hidden)
      this.#hidden = setTimeout(() => {
        this.closedWhileHidden = true;
        this.#end();
      }, HIDDEN_MS);
  };
}

const parsed = (data: string): unknown => {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return null;
  }
};

type ConnectionEnd = 'ended' | 'unseen' | SessionLoss;

/**
 * Server-sent events over fetch, which can send the identity headers. Reconnects by itself; returns
 * a function that closes it.
 */
export function openEvents(options: EventsOptions): () => void {
  const stopped = new AbortController();
  let lastId = '';
  let isUp = false;

  async function readStream(watch: ConnectionWatch): Promise<ConnectionEnd> {
    const headers = {
      ...identityHeaders(options.identity()),
      accept: 'text/event-stream',
      ...(lastId && { 'last-event-id': lastId }),
    };
    const response = await fetch(`${options.url}?timestamp=${Date.now()}`, {
      headers,
      signal: watch.signal,
      cache: 'no-store',
    });
    if (!response.ok) {
      const { code = response.status, data } = (await response.json().catch(() => ({}))) as {
        code?: number;
        data?: { reason?: string };
      };
      const failure = { code, ...(data?.reason && { reason: data.reason }) };
      return isSessionLost(failure) ? sessionLossOf(failure) : 'ended';
    }
    if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
      return 'ended';
    isUp = true;
    options.onUp();
    const parser = createParser({
      onEvent: ({ id, event, data }) => {
        lastId = id ?? lastId;
        options.onEvent(event ?? 'message', parsed(data));
      },
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'ended';
      watch.noteActivity();
      parser.feed(value);
    }
  }

  /** One connection, from its beginning to its end. */
  async function connect(): Promise<ConnectionEnd> {
    const watch = new ConnectionWatch(stopped.signal);
    const how = await readStream(watch).catch((): ConnectionEnd => 'ended');
    watch.stop();
    return watch.closedWhileHidden ? 'unseen' : how;
  }

  async function keepConnected(): Promise<void> {
    for (let tries = 0; !stopped.signal.aborted; tries += 1) {
      await pageVisible(stopped.signal);
      if (stopped.signal.aborted) return;
      const began = Date.now();
      const how = await connect();
      if (stopped.signal.aborted) return;
      if (how === 'EXPIRED' || how === 'REPLACED') {
        options.onSessionLost(how);
        return;
      }
      if (how === 'unseen') {
        tries = -1;
        continue;
      }
      if (Date.now() - began > STABLE_AFTER_MS) tries = 0;
      // A single interruption is reconnected before users notice; only the second failure in a row
      // is reported.
      if (isUp && tries > 0) {
        isUp = false;
        options.onDown();
      }
      await pause(
        RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]! * (1 + Math.random() / 2),
        stopped.signal,
      );
    }
  }

  void keepConnected();
  return () => stopped.abort();
}
