import {
  pathsToShare,
  SHARED_PARTS,
  sharedBy,
  type CellType,
  type PageDocument,
} from '../../page/index.ts';
import { isRecord, textOf } from '../../values/index.ts';
import type { ChoicePlace } from './choice-types.ts';
import { settingValue, type Setting, type Shape } from './settings.ts';

/** How a value of the type is filled in: of a parameter of a page, of an argument of steps. */
export const CELL_SHAPES: Readonly<Record<CellType, Shape>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string' },
  dateTime: { type: 'string' },
  list: { type: 'array' },
  any: {},
};

/**
 * The page that says what a setting is made of: its parameters, what it shares. Undefined where a
 * formula says which page it is, or the whole value.
 */
export function declaringPage(
  { path, shape }: Setting,
  target: object,
  { beside }: ChoicePlace,
): string | undefined {
  const kind = shape['x-kind'];
  if (kind?.kind !== 'params' && kind?.kind !== 'shares') return undefined;
  const value = settingValue(target, path);
  const isPlain = value === undefined || (isRecord(value) && !('$x' in value || '$t' in value));
  return isPlain ? textOf(beside[kind.page]) || undefined : undefined;
}

type Row = Pick<Setting, 'title' | 'shape' | 'live' | 'required' | 'offers'>;
const rowsOfParams = ({ params }: PageDocument): Map<string, Row> =>
  new Map(
    Object.entries(params ?? {}).map(([name, { type, required }]) => [
      name,
      {
        title: `参数 ${name}`,
        shape: CELL_SHAPES[type] ?? {},
        live: true,
        required: required === true,
      },
    ]),
  );
const rowsOfShares = (block: PageDocument): Map<string, Row> =>
  new Map(
    [...sharedBy(block)].map(([name, shared]) => [
      name,
      {
        title: `共用的${SHARED_PARTS[shared.part]} ${name}`,
        shape: { type: 'string' },
        live: false,
        required: true,
        offers: ({ document }) => {
          const options = pathsToShare(document, shared).map((code) => ({ code, label: code }));
          return { options, has: (value) => options.some(({ code }) => code === value) };
        },
      },
    ]),
  );

/**
 * A setting as one for each thing the page declares; what is given beyond that stays until it is
 * emptied. `given`: the names the value has now.
 */
export function spreadSetting(
  setting: Setting,
  page: PageDocument,
  given: readonly string[],
): Setting[] {
  const isShares = setting.shape['x-kind']?.kind === 'shares';
  const rows = isShares ? rowsOfShares(page) : rowsOfParams(page);
  for (const name of given)
    if (!rows.has(name))
      rows.set(name, {
        title: `${isShares ? '共用的' : '参数 '}${name}（“${page.key}”没有，请清空）`,
        shape: {},
        live: !isShares,
      });
  return [...rows].map(([name, row], index) => ({
    help: '',
    group: setting.group,
    ...row,
    name: `${setting.name}_${index}`,
    path: [...setting.path, name],
  }));
}
