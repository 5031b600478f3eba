import type { TenantTx } from '../../kernel/index.ts';

/** An application or an object, as a work group names it. */
export interface Model {
  kind: 'app' | 'object';
  modelId: string;
  name: string;
}
/** Those of these ids that are an application's or an object's, with their names. */
export type FindModels = (tx: TenantTx, ids: readonly string[]) => Promise<Model[]>;

let finder: FindModels = async () => [];
/**
 * The service that stores applications and objects registers here how they are found, since this
 * room may not import it.
 */
export const findModelsBy = (find: FindModels): void => {
  finder = find;
};

export const findModels: FindModels = async (tx, ids) => (ids.length === 0 ? [] : finder(tx, ids));
