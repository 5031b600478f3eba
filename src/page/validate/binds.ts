import type { Type } from '../../expression/index.ts';
import { hint, type ProblemPath } from '../../document/index.ts';
import type { Validation } from './context.ts';
import { listItem, memberType, type Root, type ScopeTypes } from './scope.ts';

/**
 * The target of a bind: the kind of model, and the type of its value. `any` kind: known only when
 * the page runs.
 */
export interface Target {
  kind: 'field' | 'record' | 'form' | 'list' | 'source' | 'cell' | 'machine' | 'describe' | 'any';
  type: Type;
}

const WORDS: Record<Target['kind'], string> = {
  field: '字段',
  record: '记录',
  form: '表单',
  list: '列表数据源',
  source: '数据源',
  cell: '状态',
  machine: '状态机',
  describe: '对象描述',
  any: '任意',
};

/**
 * Resolves a bind path; a path that leads nowhere is reported, with the nearest name that exists.
 */
export function resolveBind(
  v: Validation,
  path: string,
  scope: ScopeTypes,
  place: ProblemPath,
): Target | undefined {
  const [name = '', ...rest] = path.split('.');
  const root = scope.find(name);
  if (!root || root.kind === 'local') {
    v.problems.invalid(
      place,
      `绑定“${path}”无效：没有名为“${name}”的数据源、表单、状态机或行别名${hint(name, scope.names([]))}`,
    );
    return undefined;
  }
  const known = memberOf(root, rest);
  if (known) return known;
  const above = [name, ...rest.slice(0, -1)];
  v.problems.invalid(place, noMember(path, above, rest.at(-1) ?? '', scope.names(above)));
  return undefined;
}
function noMember(
  path: string,
  above: readonly string[],
  last: string,
  names: readonly string[],
): string {
  const near = hint(
    last,
    names.filter((each) => !each.startsWith('_')),
  );
  return `绑定“${path}”无效：“${above.join('.')}”里没有“${last}”${near}`;
}

function memberOf(root: Root, rest: readonly string[]): Target | undefined {
  const isWhole = rest.length === 0;
  switch (root.kind) {
    case 'params':
    case 'state':
    case 'user':
      return isWhole ? undefined : cellOf(root.type, rest);
    case 'form':
      return isWhole ? { kind: 'form', type: root.type } : fieldOf(root.type, rest);
    case 'row':
      return isWhole ? { kind: 'record', type: root.type } : fieldOf(root.type, rest);
    case 'machine':
    case 'list':
    case 'source':
    case 'describe':
      return isWhole ? { kind: root.kind, type: root.type } : cellOf(root.type, rest);
    default:
      return cellOf(root.type, rest, root.type === 'any' ? 'any' : 'cell');
  }
}
function cellOf(
  type: Type,
  rest: readonly string[],
  kind: 'cell' | 'any' = 'cell',
): Target | undefined {
  const found = memberType(type, rest);
  return found === undefined ? undefined : { kind, type: found };
}

/** A field below a form or a row: names, and row numbers after a list. */
function fieldOf(type: Type, rest: readonly string[]): Target | undefined {
  let found: Type | undefined = type;
  let row = false;
  for (const name of rest) {
    if (name.startsWith('_')) return undefined;
    row = /^\d+$/.test(name) && typeof found === 'object' && 'list' in found;
    found = row ? listItem(found) : memberType(found, [name]);
  }
  return found === undefined ? undefined : { kind: row ? 'record' : 'field', type: found };
}

/** Reports a bind whose kind a widget or an action cannot use. */
export function checkKind(
  v: Validation,
  target: Target | undefined,
  kinds: readonly string[],
  what: string,
  path: string,
  place: ProblemPath,
): void {
  if (!target || target.kind === 'any' || kinds.includes(target.kind)) return;
  // A describe source is a source too; a record is what a form is.
  if (
    (target.kind === 'describe' && kinds.includes('source')) ||
    (target.kind === 'form' && kinds.includes('record'))
  )
    return;
  if (kinds.includes('describe') && ['source', 'list', 'form'].includes(target.kind)) return;
  const wanted = kinds.map((kind) => WORDS[kind as Target['kind']] ?? kind).join('或');
  v.problems.invalid(place, `${what}要绑定${wanted}，“${path}”是${WORDS[target.kind]}`);
}
