import type { FieldNames } from '../../../page/index.ts';
import type { TenantTx } from '../../kernel/index.ts';

/** An object that is called otherwise, or has fields that are. */
export interface ObjectNames {
  readonly id: string;
  /** Its name before and now. */
  readonly object: string;
  readonly to: string;
  readonly names: FieldNames;
}
interface ObjectFollower {
  /** Goes by the new names, in the transaction that changes the object. */
  follow(tx: TenantTx, change: ObjectNames): Promise<void>;
  /** What would follow, in words a builder knows. */
  uses(tx: TenantTx, change: ObjectNames): Promise<{ kind: string; title: string }[]>;
}

/** Services that name objects and fields in what they store add themselves. */
export class ObjectFollowers {
  readonly #followers: ObjectFollower[] = [];

  add(follower: ObjectFollower): void {
    this.#followers.push(follower);
  }

  async follow(tx: TenantTx, change: ObjectNames): Promise<void> {
    for (const follower of this.#followers) await follower.follow(tx, change);
  }

  async uses(tx: TenantTx, change: ObjectNames): ReturnType<ObjectFollower['uses']> {
    const found = [];
    for (const follower of this.#followers) found.push(...(await follower.uses(tx, change)));
    return found;
  }
}
