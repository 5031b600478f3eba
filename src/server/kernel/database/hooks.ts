import type { Scope } from '../tenant.ts';
import type { TenantTx } from './tenant-tx.ts';

/** Runs inside every transaction of a scope. What a hook throws undoes the transaction. */
export interface TransactionHooks {
  /** After the transaction has begun, before its work. */
  begun(tx: TenantTx): Promise<void>;
  /** After its work, before its commit. */
  ending(tx: TenantTx): Promise<void>;
}

/** A scope whose transactions have hooks: the operation log writes its line there. */
export interface HookedScope extends Scope {
  readonly hooks?: TransactionHooks | undefined;
}
