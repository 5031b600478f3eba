/**
 * A tenant as the database knows it. `no` names its schema and its role, so that no user text ever
 * does.
 */
export interface TenantRef {
  readonly id: string;
  readonly no: number;
  readonly region: string;
}

/**
 * A prepared statement sent in front of a read, under the anonymous role and in the same message.
 * It answers at most one row of one text column: `onResult` gets that text, or null. The result of
 * the read must not be used before it was checked.
 */
export interface PiggybackQuery {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Not asked yet. */
  readonly pending: boolean;
  onResult(found: string | null): void;
}

/** The person a scope works for. */
interface Asker {
  readonly userId: string;
  /** May use the build centre, and do everything with records. */
  readonly isBuilder: boolean;
  /** Counter of the changes of rights in the company, when the session was found. */
  readonly rightsVersion: number;
  /** Who views the company as this person: nothing is written, and it counts as theirs. */
  readonly viewedBy?: { readonly userId: string } | undefined;
}

/** Anything with a tenant: a request's context, a session, a seed run. */
export interface Scope {
  readonly tenant: TenantRef;
  /** Whose request it is; none for what the server does by itself. */
  readonly session?: Asker | null | undefined;
  /** The caller, if it is a person: what runs for one person at once is limited. */
  readonly userId?: string | undefined;
  /** Reads that say so may be answered by a replica. */
  readonly mayUseReplica?: boolean | undefined;
  /**
   * Who is asking has still to be confirmed: travels with the first read; nothing is written
   * before.
   */
  readonly piggyback?: PiggybackQuery | undefined;
}

/** Rights on the shared metadata tables; every tenant's role is a member. */
export const META_ROLE = 'huozi_meta';
/**
 * What a connection is before it enters a tenant: it may look up sessions and sign people in,
 * nothing else.
 */
export const ANONYMOUS_ROLE = 'huozi_gate';

/** Schema of the tenant's records, t_<n>; qualified names only, never search_path. */
export function schemaOf(tenant: Pick<TenantRef, 'no'>): string {
  if (!Number.isSafeInteger(tenant.no) || tenant.no < 1)
    throw new RangeError(`tenant number ${tenant.no}`);
  return `t_${tenant.no}`;
}

/** Role that may use the tenant's schema only. Same name as the schema. */
export const roleOf = (tenant: Pick<TenantRef, 'no'>): string => schemaOf(tenant);
