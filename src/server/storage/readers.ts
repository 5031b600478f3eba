import type { Context, TenantTx } from '../kernel/index.ts';

/** Uses that open a file to those alone who see the place; see storage.file_use. */
export type UseKind = 'record' | 'approval';
/** A place that uses a file, as those who know the place are asked about it. */
export interface UsedAt {
  readonly kind: UseKind;
  /** The id of the record, or of the approval of whose opinion it is. */
  readonly item: string;
  /** Number of the table whose column holds the file; null for what is no record. */
  readonly tableNo: number | null;
}
/** Whether the person of a call, or of a transaction, may read the file in one of these places. */
type MayRead = (
  asker: Context | TenantTx,
  fileId: string,
  uses: readonly UsedAt[],
) => Promise<boolean>;

/** Who knows which files a person may read: for each kind of use one service, which adds itself. */
export class FileReaders {
  readonly #deciders = new Map<UseKind, MayRead>();

  decideBy(kind: UseKind, mayRead: MayRead): void {
    this.#deciders.set(kind, mayRead);
  }
  /** Whether one of the places that use a file shows it to the person; a kind no one knows does not. */
  async inOneOf(
    asker: Context | TenantTx,
    fileId: string,
    uses: readonly UsedAt[],
  ): Promise<boolean> {
    for (const [kind, mayRead] of this.#deciders) {
      const known = uses.filter((use) => use.kind === kind);
      if (known.length > 0 && (await mayRead(asker, fileId, known))) return true;
    }
    return false;
  }
}
