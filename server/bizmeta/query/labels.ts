import type { Column } from '../meta/table.ts';

/** SQL that answers {id: name} as JSON for the ids an array expression holds; undefined when the kind is not known. */
export type LabelSql = (kind: string, ids: string) => string | undefined;

/** Things whose labels an answer needs: of which kind, and where their ids are: columns of the page, levels of the groups. */
export interface LabelSource { readonly kind: string; readonly columns: readonly Column[]; readonly levels?: readonly number[] }

/** Columns that hold ids of things with names, grouped by what they name: user, dept, or an object. */
export function labelsOf(columns: readonly Column[]): LabelSource[] {
  const groups = new Map<string, Column[]>();
  for (const column of columns) {
    const { type, refObject, apiName } = column.field;
    const kind = type === 'user' || type === 'dept' ? type : type === 'lookup' && apiName !== 'id' ? refObject : undefined;
    if (kind) groups.set(kind, [...(groups.get(kind) ?? []), column]);
  }
  return [...groups].map(([kind, of]) => ({ kind, columns: of }));
}
