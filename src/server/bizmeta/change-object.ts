import type { DescribeInput } from '../../contract/index.ts';
import type { TenantTx } from '../kernel/index.ts';
import { followedByAuthority } from './authority/follow.ts';
import type { Catalog } from './meta/catalog.ts';
import { ObjectFollowers } from './meta/object-followers.ts';
import { renamedFields, shapeOf } from './meta/shape.ts';
import type { PageParts } from './pages/edit-context.ts';
import { followingObject } from './pages/follow.ts';
import { followedByForms } from './smartforms/follow.ts';

export interface ChangeParts extends PageParts {
  readonly catalog: Catalog;
}

/**
 * Changes an object, and in the same transaction whatever names it or its fields: authority groups,
 * smart forms, pages, and what other services store. What a group cannot do without is refused.
 */
export function changingObject<T>(
  tx: TenantTx,
  parts: ChangeParts,
  userId: string,
  describe: DescribeInput,
  change: () => Promise<T>,
): Promise<T> {
  const context = { tx, catalog: parts.catalog, userId };
  return followedByAuthority(context, describe, () =>
    followedByForms(context, describe, () =>
      followingObject(tx, parts, userId, describe, () => followedByServices(tx, describe, change)),
    ),
  );
}

async function followedByServices<T>(
  tx: TenantTx,
  describe: DescribeInput,
  change: () => Promise<T>,
): Promise<T> {
  const before = await shapeOf(tx, describe);
  const answer = await change();
  const after = before && (await shapeOf(tx, { id: before.object.id }));
  if (!before || !after) return answer;
  const names = renamedFields(before, after);
  const [object, to] = [before.object.api_name, after.object.api_name];
  if (object !== to || names.fields.size + names.columns.size > 0)
    await tx.state.of(ObjectFollowers).follow(tx, { id: before.object.id, object, to, names });
  return answer;
}
