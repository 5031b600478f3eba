/**
 * Work that runs once at a time however often it is asked for: asked for during a run, it runs once
 * more after it.
 */
export class Coalesced {
  readonly #work: () => Promise<void>;
  readonly #onError: (error: unknown) => void;
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(work: () => Promise<void>, onError: (error: unknown) => void) {
    this.#work = work;
    this.#onError = onError;
  }

  run(): void {
    if (this.#stopped) return;
    this.#again = true;
    this.#running ??= this.#once()
      .catch(this.#onError)
      .finally(() => {
        this.#running = undefined;
        if (this.#again) this.run();
      });
  }
  async #once(): Promise<void> {
    this.#again = false;
    await this.#work();
  }

  /** Begins no other run; resolves when the one there is has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }
}
