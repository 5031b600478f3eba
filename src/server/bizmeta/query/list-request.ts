import type { InputOf } from '../../../contract/index.ts';

/** The request of a list, without the object's name. */
export type ListRequest = Omit<InputOf<'bizmeta.record.list'>, 'object'>;
