import type { Context, HasServerState, TenantTx } from '../../kernel/index.ts';
import type { Query } from '../meta/catalog.ts';

/** Who is asked about a record without rights to it: what they see of it while they are. */
export interface RecordGuest {
  shows(field: string): boolean;
  /** Of the record as it is now; undefined for who is shown a copy of it as it was. */
  readonly reads: ((field: string) => boolean) | undefined;
}
/** A record, and the person who would be its guest. */
export interface GuestAsk {
  readonly tenantId: string;
  readonly userId: string;
  readonly object: string;
  readonly recordId: string;
}
type FindGuest = (query: Query, ask: GuestAsk) => Promise<RecordGuest | undefined>;

/** People who have something to do with a record: a service that asks them adds itself. */
export class RecordGuests {
  #find: FindGuest = () => Promise.resolve(undefined);

  findBy(find: FindGuest): void {
    this.#find = find;
  }

  of(query: Query, ask: GuestAsk): Promise<RecordGuest | undefined> {
    return this.#find(query, ask);
  }
}

/** What who asks sees of a record as its guest; undefined without a session too. */
export async function guestOfRecord(
  { state }: HasServerState,
  asker: Context | TenantTx,
  query: Query,
  record: Pick<GuestAsk, 'object' | 'recordId'>,
): Promise<RecordGuest | undefined> {
  const userId = asker.session?.userId;
  if (userId === undefined) return undefined;
  return state.of(RecordGuests).of(query, { tenantId: asker.tenant.id, userId, ...record });
}
