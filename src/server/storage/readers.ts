import type { Context } from '../kernel/index.ts';

/** A place that uses a file, as those who know the place are asked about it. */
export interface UsedAt {
  /** The record's id. */
  readonly item: string;
  /** Number of the table whose column holds the file. */
  readonly tableNo: number;
}
/** Whether the person of a call may read the file in one of the records that use it. */
type MayRead = (ctx: Context, fileId: string, uses: readonly UsedAt[]) => Promise<boolean>;

/** Who knows which files of records a person may read: one service, which the others import. */
export class FileReaders {
  #mayRead: MayRead | undefined;

  decideBy(mayRead: MayRead): void {
    this.#mayRead = mayRead;
  }
  async inRecords(ctx: Context, fileId: string, uses: readonly UsedAt[]): Promise<boolean> {
    return this.#mayRead ? this.#mayRead(ctx, fileId, uses) : true;
  }
}
