import type { Context, TenantTx } from '../kernel/index.ts';

/** A place that uses a file, as those who know the place are asked about it. */
export interface UsedAt {
  /** The record's id. */
  readonly item: string;
  /** Number of the table whose column holds the file. */
  readonly tableNo: number;
}
/** Whether the person of a call, or of a transaction, may read the file in one of these records. */
type MayRead = (
  asker: Context | TenantTx,
  fileId: string,
  uses: readonly UsedAt[],
) => Promise<boolean>;

/** Who knows which files of records a person may read: one service, which the others import. */
export class FileReaders {
  #mayRead: MayRead | undefined;

  decideBy(mayRead: MayRead): void {
    this.#mayRead = mayRead;
  }
  async inRecords(
    asker: Context | TenantTx,
    fileId: string,
    uses: readonly UsedAt[],
  ): Promise<boolean> {
    return this.#mayRead ? this.#mayRead(asker, fileId, uses) : true;
  }
}
