/** Names of objects that news are about. */
export interface ObjectNames {
  has(object: string): boolean;
}
/** What the person may do with records is another than before: all that is shown is read again. */
export const EVERY_OBJECT: ObjectNames = { has: () => true };

/** What waits for the person, and what became of what they started or did, has changed. */
export const FLOW_WORK: ObjectNames = { has: () => false };

/** Records of these objects were written. `by` is the model that wrote them and shows it already. */
export interface RecordChangeEvent {
  readonly objects: ObjectNames;
  readonly by: object | null;
}

/** Tells the pages of one application of the records that any of them wrote. */
export interface RecordNews {
  publish(change: RecordChangeEvent): void;
  /** Returns the unsubscribe function. */
  subscribe(listener: (change: RecordChangeEvent) => void): () => void;
}

export function createRecordNews(): RecordNews {
  const listeners = new Set<(change: RecordChangeEvent) => void>();
  return {
    publish(change) {
      for (const listener of listeners) listener(change);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
