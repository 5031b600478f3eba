/** Loads of one model, of which a newer one takes the place of those before. */
export class Loads {
  #newest: Promise<void> = Promise.resolve();

  /** Resolves with the newest load there is then: one that is overtaken waits for the other. */
  async add(load: Promise<void>): Promise<void> {
    this.#newest = load;
    let awaited: Promise<void>;
    do {
      awaited = this.#newest;
      await awaited;
    } while (awaited !== this.#newest);
  }
}
