import type { CheckEnv, Type } from '../../expression/index.ts';
import { own } from '../../document/index.ts';

/**
 * What a bind that begins with a name leads to; `row` is an alias over the rows of a form's list
 * field.
 */
type RootKind =
  | 'params'
  | 'state'
  | 'user'
  | 'source'
  | 'list'
  | 'describe'
  | 'form'
  | 'machine'
  | 'row'
  | 'value'
  | 'local';
export interface Root {
  kind: RootKind;
  type: Type;
}

/** Names an expression can read at one place; inner ones cover outer ones. */
export class ScopeTypes implements CheckEnv {
  constructor(
    private readonly roots: ReadonlyMap<string, Root>,
    private readonly outer?: ScopeTypes,
  ) {}

  find(name: string): Root | undefined {
    return this.roots.get(name) ?? this.outer?.find(name);
  }
  has(name: string): boolean {
    return this.find(name) !== undefined;
  }
  with(names: Iterable<readonly [string, Root]>): ScopeTypes {
    return new ScopeTypes(new Map(names), this);
  }
  private all(): string[] {
    return [...new Set([...this.roots.keys(), ...(this.outer?.all() ?? [])])];
  }

  typeOf(path: readonly string[]): Type | undefined {
    const [name, ...rest] = path;
    return name === undefined ? undefined : memberType(this.find(name)?.type, rest);
  }
  names(path: readonly string[]): readonly string[] {
    if (path.length === 0) return this.all();
    const type = this.typeOf(path);
    return typeof type === 'object' && 'fields' in type ? Object.keys(type.fields) : [];
  }
}

/** The type below a type; undefined when there is no such member. */
export function memberType(type: Type | undefined, path: readonly string[]): Type | undefined {
  let at = type;
  for (const name of path) {
    if (at === 'any') return 'any';
    at =
      typeof at === 'object' && 'fields' in at
        ? (own(at.fields, name) as Type | undefined)
        : undefined;
  }
  return at;
}
export const listItem = (type: Type | undefined): Type =>
  typeof type === 'object' && 'list' in type ? type.list : 'any';
