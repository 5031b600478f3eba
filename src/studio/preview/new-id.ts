/** An id no node has, from what it is to be called. */
export type NewId = (taken: ReadonlySet<string>, wish: string) => string;

const TAIL = 5;
const LETTERS = 36;
/** What `randomId` and counting add to a wish. */
const ADDED = /(_[a-z0-9]{5}|\d+)$/;

/**
 * An id that no other editor makes either: of two nodes of one id, added at the same time, one would
 * be lost when both are merged; and what still names a removed node must not mean a new one.
 */
export const randomId: NewId = (taken, wish) => {
  for (;;) {
    const letters = Array.from({ length: TAIL }, () =>
      Math.floor(Math.random() * LETTERS).toString(LETTERS),
    );
    const id = `${wish}_${letters.join('')}`;
    if (!taken.has(id)) return id;
  }
};

/** What a copy of a node is to be called. */
export const copyWish = (id: string): string => `${id.replace(ADDED, '').replace(/Copy$/, '')}Copy`;
