import { compilePage, type PageDocument } from '../../page/index.ts';
import { actions } from '../../runtime/actions/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import { PageScope } from '../../runtime/scope/index.ts';

/** The page running, with nothing drawn. */
export function openScope(document: PageDocument, ports: EnginePorts): PageScope {
  const scope = new PageScope(compilePage(document, { actions }), ports, {});
  scope.open();
  return scope;
}
