import type { TenantTx } from '../../kernel/index.ts';

/** An application or an object, as a work group names it. */
interface Model {
  kind: 'app' | 'object';
  modelId: string;
  name: string;
}
/** Those of these ids that are an application's or an object's, with their names. */
export type FindModels = (tx: TenantTx, ids: readonly string[]) => Promise<Model[]>;

/**
 * How applications and objects are found. The service that stores them says so at its start, since
 * this room may not import it.
 */
export class ModelFinder {
  #find: FindModels = async () => [];

  findBy(find: FindModels): void {
    this.#find = find;
  }

  async find(tx: TenantTx, ids: readonly string[]): Promise<Model[]> {
    return ids.length === 0 ? [] : this.#find(tx, ids);
  }
}
