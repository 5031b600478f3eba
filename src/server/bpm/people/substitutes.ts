import type { TenantTx } from '../../kernel/index.ts';

/** What a rule of substitution may go by. */
export interface SubstitutionCase {
  readonly templateId: string;
  readonly objectApiName: string;
  readonly record: Readonly<Record<string, unknown>>;
  readonly now: Date;
}
/** Who does a person's work meanwhile, by person; who is there himself is left out. */
export type FindSubstitutes = (
  tx: TenantTx,
  userIds: readonly string[],
  of: SubstitutionCase,
) => Promise<ReadonlyMap<string, string>>;

/** Rules of absence; without one, everyone is asked himself. */
export class Substitutes {
  #find: FindSubstitutes = () => Promise.resolve(new Map());

  findBy(find: FindSubstitutes): void {
    this.#find = find;
  }

  of(
    tx: TenantTx,
    userIds: readonly string[],
    about: SubstitutionCase,
  ): Promise<ReadonlyMap<string, string>> {
    return this.#find(tx, userIds, about);
  }
}
