import type { TenantTx } from '../../kernel/index.ts';

/** The approval in which a record was changed. */
export interface ChangeSource {
  readonly instanceId: string;
  readonly title: string;
  readonly nodeName: string;
}
/** Sources of a record's changes by the version they made. */
type FindSources = (tx: TenantTx, recordId: string) => Promise<ReadonlyMap<number, ChangeSource>>;

/** What changed records besides people: a service that does adds itself. */
export class ChangeSources {
  #find: FindSources = () => Promise.resolve(new Map());

  findBy(find: FindSources): void {
    this.#find = find;
  }

  of(tx: TenantTx, recordId: string): Promise<ReadonlyMap<number, ChangeSource>> {
    return this.#find(tx, recordId);
  }
}
