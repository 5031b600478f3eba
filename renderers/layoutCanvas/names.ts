import { FIELDS, isFieldType } from '../../src/contract/index.ts';
import { recordsOf, textOf } from '../../src/values/index.ts';

/** What the canvas knows about an item by its key. */
export interface CanvasName {
  readonly key: string;
  readonly title: string;
  readonly icon: string;
  /** Takes a whole row where no width is given. */
  readonly wide: boolean;
}

const isWide = (row: Readonly<Record<string, unknown>>): boolean => {
  const type = row['type'];
  return row['wide'] === undefined && typeof type === 'string' && isFieldType(type)
    ? FIELDS[type].wide === true
    : row['wide'] === true;
};

/**
 * Names by key: one without a key goes by its title, as a field that is not saved yet does; removed
 * ones are left out.
 */
export function namesOf(
  rows: unknown,
  keyName: string,
  titleName: string,
): ReadonlyMap<string, CanvasName> {
  return new Map(
    recordsOf(rows)
      .filter((row) => row['removed'] !== true)
      .map((row): [string, CanvasName] => {
        const title = textOf(row[titleName]);
        const key = textOf(row[keyName]) || title;
        return [
          key,
          { key, title, icon: textOf(row['icon']) || textOf(row['type']), wide: isWide(row) },
        ];
      }),
  );
}
