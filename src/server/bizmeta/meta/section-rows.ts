import type { FieldDescribe, ObjectDescribe } from '../../../contract/index.ts';

/** A section as it is stored: its fields by id, so that a rename breaks nothing. */
export interface SectionRow {
  id: string;
  label: string;
  collapsed: boolean;
  columns: number;
  fields: string[];
}

/** Sections as the server returns them; removed fields are left out. */
export function sectionsOf(
  rows: readonly SectionRow[],
  fields: readonly FieldDescribe[],
): NonNullable<ObjectDescribe['sections']> {
  const names = new Map(fields.map((field) => [field.id, field.apiName]));
  return rows.map(({ id, label, collapsed, columns, fields: ids }) => ({
    id,
    label,
    collapsed,
    columns,
    fieldApiNames: ids.flatMap((each) => names.get(each) ?? []),
  }));
}
