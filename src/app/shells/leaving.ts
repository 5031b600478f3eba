/** Asks the person about unsaved work; true when it may go. */
export type MayLeave = () => Promise<boolean>;

/**
 * Who on the screen has unsaved work: asked one after the other before the whole window goes
 * elsewhere.
 */
export class Leaving {
  readonly #asked = new Set<MayLeave>();
  /** The person was asked and lets everything go: the browser need not ask again. */
  settled = false;

  /** Answers how to be asked no more. */
  add(mayLeave: MayLeave): () => void {
    this.#asked.add(mayLeave);
    return () => {
      this.#asked.delete(mayLeave);
    };
  }

  readonly mayLeave: MayLeave = async () => {
    for (const mayLeave of this.#asked) if (!(await mayLeave())) return false;
    this.settled = true;
    return true;
  };
}
