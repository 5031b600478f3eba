import type { NodeModel } from '../../page/index.ts';
import type { Locals } from '../scope/locals.ts';
import type { PageScope } from '../scope/page-scope.ts';

const RANK = { member: 0, builder: 1, admin: 2 } as const;

export function isAllowed({ access: wanted }: NodeModel, scope: PageScope): boolean {
  if (!wanted) return true;
  const person = scope.ports.person();
  const rank = !person ? -1 : person.isSuper ? RANK.admin : person.isBuilder ? RANK.builder : RANK.member;
  return rank >= RANK[wanted];
}
/** The person may see the node and its condition holds; throws what the condition throws. Tracked. */
export const isVisible = (node: NodeModel, scope: PageScope, locals: Locals | null): boolean =>
  isAllowed(node, scope) && scope.flagOf(node.when.visible, locals, true);
