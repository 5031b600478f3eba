/** Asks the person about unsaved work; true when it may go. */
export type CanLeave = () => Promise<boolean>;

/**
 * Who on the screen has unsaved work: asked one after the other before the whole window goes
 * elsewhere.
 */
export class LeaveGuards {
  readonly #guards = new Set<CanLeave>();

  /** Returns a function that removes the guard. */
  add(canLeave: CanLeave): () => void {
    this.#guards.add(canLeave);
    return () => {
      this.#guards.delete(canLeave);
    };
  }

  readonly canLeave: CanLeave = async () => {
    for (const canLeave of this.#guards) if (!(await canLeave())) return false;
    return true;
  };
}

/** Would closing this window lose work? Asked of who would ask the person then. */
export const asksBeforeUnload = (): boolean =>
  !dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** The window goes without a question: another person is about to use it. */
export const stopAsking = (): void =>
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true);
