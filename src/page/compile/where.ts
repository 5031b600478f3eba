import { dependencies, type Ast, type Type } from '../../expression/index.ts';
import { isObject, own, type JsonObject, type ProblemPath } from '../../document/index.ts';
import type { Path, ValueModel, WhereSpec } from '../model/model.ts';
import { cellType, USER_TYPE } from './scope-types.ts';
import { compileValue, type FaultHandler } from './value.ts';

/**
 * The condition of a list source: one expression over a record's fields, in which names of the page
 * are replaced by their current value. A name with a dot whose first part the page declares is the
 * page's (params.id, order.customer); every other name is a field of the object, so that a field
 * may well be called state.
 */
const PARTS = ['sources', 'forms', 'machines'] as const;

/** Whether a path is the page's own. */
export function isOfPage(path: Path, document: JsonObject): boolean {
  const [root = ''] = path;
  if (path.length < 2) return false;
  return (
    root === 'params' ||
    root === 'state' ||
    root === 'user' ||
    PARTS.some((part) => own(own(document, part), root) !== undefined)
  );
}

type Sent = NonNullable<WhereSpec['reads'][number]['type']>;
const isSent = (type: Type | undefined): type is Sent =>
  ['text', 'number', 'boolean', 'date', 'dateTime'].some((each) => each === type);

/** The page's names in a condition. */
const pageReads = (ast: Ast, document: JsonObject): Path[] =>
  dependencies(ast).filter((path) => isOfPage(path, document));

/** Types that are known without running: other types follow from the values. */
function declaredType(path: Path, document: JsonObject): Type | undefined {
  const [root = '', name = ''] = path;
  if (root === 'user')
    return path.length === 2 && typeof USER_TYPE === 'object' && 'fields' in USER_TYPE
      ? (own(USER_TYPE.fields, name) as Type | undefined)
      : undefined;
  if ((root !== 'params' && root !== 'state') || path.length !== 2) return undefined;
  const type = cellType(own(own(own(document, root), name), 'type'));
  return type === 'any' || typeof type === 'object' ? undefined : type;
}

export function compileWhere(
  value: unknown,
  document: JsonObject,
  place: ProblemPath,
  onFault: FaultHandler,
): WhereSpec | undefined {
  if (!isObject(value)) return undefined;
  const model: ValueModel = compileValue(value, place, onFault);
  if (model.kind !== 'expression') return { source: '', broken: true, reads: [], dependencies: [] };
  const reads = pageReads(model.ast, document).map((path) => {
    const type = declaredType(path, document);
    return { path, ...(isSent(type) && { type }) };
  });
  return { source: model.source, reads, dependencies: reads.map(({ path }) => path) };
}
