import type { ReactNode } from 'react';

/**
 * A heading among the rows, across all columns: a group that can be opened and closed. Not a
 * record, whatever fields records have.
 */
export class GridBand {
  /**
   * `level` from 0, the outermost; `content` stands after the arrow; `open` undefined cannot be
   * opened or closed.
   */
  constructor(
    readonly key: string,
    readonly level: number,
    readonly open: boolean | undefined,
    readonly label: string,
    readonly content: ReactNode,
  ) {}
}
