import type { Api } from '../api/index.ts';
import type { SessionStore } from '../stores/index.ts';

/** A refused call may mean lost rights; a page that keeps making it asks no more often: ms. */
const AFTER_REFUSAL_MS = 30_000;

/**
 * Keeps the session's rights and token up to date while pages are open: asked when the live stream
 * says that rights changed, when a call was refused for them, and when another tab has put a
 * renewed token in storage.
 */
export class SessionRenewal {
  readonly #api: Pick<Api, 'call'>;
  readonly #session: SessionStore;
  #running = false;
  #again = false;
  #lastRefusal = -AFTER_REFUSAL_MS;
  #token: string | undefined;

  constructor(api: Pick<Api, 'call'>, session: SessionStore) {
    this.#api = api;
    this.#session = session;
    session.actor.subscribe(({ value, context }) => {
      const token = value === 'signedIn' ? context.stored?.token : undefined;
      const former = this.#token;
      this.#token = token;
      if (former !== undefined && token !== undefined && token !== former && !this.#running)
        this.request();
    });
  }

  /** One request at a time; news that come meanwhile are asked for after it. */
  request(): void {
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = true;
    void this.#renew().finally(() => {
      this.#running = false;
      if (!this.#again) return;
      this.#again = false;
      this.request();
    });
  }

  /** A call was refused for lack of rights. */
  onForbidden(): void {
    const now = performance.now();
    if (now - this.#lastRefusal < AFTER_REFUSAL_MS) return;
    this.#lastRefusal = now;
    this.request();
  }

  async #renew(): Promise<void> {
    const of = this.#session.currentIdentity()?.token;
    if (of === undefined || this.#session.state !== 'signedIn') return;
    // A failure changes nothing: the stream says it again.
    const session = await this.#api.call('upm.person.renewSession', {}).catch(() => null);
    if (session) this.#session.actor.send({ type: 'RENEWED', session, of });
  }
}
