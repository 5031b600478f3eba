import { isAuthorized } from '../../contract/index.ts';
import type { NodeModel } from '../../page/index.ts';
import type { Locals, PageScope } from '../../runtime/scope/index.ts';

export function isAllowed({ access: wanted }: NodeModel, scope: PageScope): boolean {
  if (!wanted) return true;
  const person = scope.ports.person();
  return person !== null && isAuthorized(wanted, person);
}
/** The node is bound to a field that rules of the form's object hide. */
function isRuledOut({ address }: NodeModel, scope: PageScope): boolean {
  const [root = '', name = '', ...rest] = address ?? [];
  const form = name && rest.length === 0 ? scope.forms.get(root) : undefined;
  return form?.ruledBy(name)?.state.hidden.has(name) === true;
}
/**
 * The person may see the node and its condition holds; throws what the condition throws. Tracked.
 */
export const isVisible = (node: NodeModel, scope: PageScope, locals: Locals | null): boolean =>
  isAllowed(node, scope) &&
  scope.flagOf(node.when.visible, locals, true) &&
  !isRuledOut(node, scope);
