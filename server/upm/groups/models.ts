import type { InputOf } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';

/** An application or an object, as a work group names it. */
export type ModelRef = NonNullable<InputOf<'busmodel.workGroup.create'>['instances']>[number];
export interface Model extends ModelRef { name: string }
/** Those of these applications and objects that there are, with their names. */
export type FindModels = (tx: TenantTx, refs: readonly ModelRef[]) => Promise<Model[]>;

let finder: FindModels = async () => [];
/** The service that keeps applications and objects says here how they are found: it stands to the right of this one. */
export const findModelsBy = (find: FindModels): void => { finder = find; };

export const findModels: FindModels = async (tx, refs) => (refs.length === 0 ? [] : finder(tx, refs));
export const sameModel = (a: ModelRef, b: ModelRef): boolean => a.kind === b.kind && a.modelId === b.modelId;
