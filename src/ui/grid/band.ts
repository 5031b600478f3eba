import type { ReactNode } from 'react';

const NOTHING: ReadonlyMap<string, string> = new Map();
/**
 * A heading among the rows, across all columns: a group that can be opened and closed. A class of
 * its own, so that no record can be mistaken for one.
 */
export class GridBand {
  /**
   * `level` from 0, the outermost; `content` comes after the arrow; with `open` undefined it cannot
   * be opened or closed.
   */
  constructor(
    readonly key: string,
    readonly level: number,
    readonly open: boolean | undefined,
    readonly label: string,
    readonly content: ReactNode,
    /** Texts under columns, by their ids; `content` says them to screen readers. */
    readonly under: ReadonlyMap<string, string> = NOTHING,
  ) {}
}
