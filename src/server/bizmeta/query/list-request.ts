import type { InputOf } from '../../../contract/index.ts';

/** What a list is asked, the object's name aside. */
export type ListRequest = Omit<InputOf<'bizmeta.record.list'>, 'object'>;
