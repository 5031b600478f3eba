import type { FieldDescribe, Section } from '../../../contract/index.ts';

/** A section as it is stored: its fields by id in `field`, so that a rename breaks nothing. */
export interface SectionRow {
  id: string;
  label: string;
  collapsed: boolean;
  columns: number;
  tab?: string;
  phone?: true;
  hidden?: true;
  items: { field: string; span?: number | undefined; hidden?: true }[];
}

/** Sections as the server returns them; removed fields are left out. */
export function sectionsOf(
  rows: readonly SectionRow[],
  fields: readonly FieldDescribe[],
): Section[] {
  const names = new Map(fields.map((field) => [field.id, field.apiName]));
  return rows.map((row) => ({
    ...row,
    items: row.items.flatMap((item) => {
      const field = names.get(item.field);
      return field === undefined ? [] : { ...item, field };
    }),
  }));
}
