import type { ObjectDescribe } from '../../contract/index.ts';
import type { PageDocument } from '../model/document.ts';
import { flatten } from '../model/nested.ts';
import { detailPage } from './detail.ts';
import { fillPage } from './fill.ts';
import { formPage } from './form.ts';
import { listPage } from './list.ts';
import { pickerPage } from './picker.ts';
import { spacePage } from './space.ts';
import { submitPage } from './submit.ts';

export const PAGE_KINDS = ['list', 'form', 'fill', 'detail', 'space', 'picker'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];
const GENERATORS = {
  list: listPage,
  form: formPage,
  fill: fillPage,
  detail: detailPage,
  space: spacePage,
  picker: pickerPage,
};

/**
 * An object's default page, until one is saved: object.<apiName>.list, .form, .fill, .detail,
 * .space or .picker.
 */
export const generatePage = (kind: PageKind, describe: ObjectDescribe): PageDocument =>
  flatten(kind === 'list' && !sees(describe) ? submitPage(describe) : GENERATORS[kind](describe));

/** Whether the person for whom the describe is sees records of the object. */
const sees = ({ ops }: ObjectDescribe): boolean => ops?.includes('view') ?? true;

/** Pages about records, which are of no use to who only makes new ones. */
const MAKING: readonly PageKind[] = ['list', 'form', 'fill'];
export const isUsable = (kind: PageKind, describe: ObjectDescribe): boolean =>
  sees(describe) || MAKING.includes(kind);

/** The object and kind a page key asks for; undefined for any other key. */
export function generatedKey(key: string): { apiName: string; kind: PageKind } | undefined {
  const [, apiName, kind] =
    /^object\.([A-Za-z0-9_]+)\.(list|form|fill|detail|space|picker)$/.exec(key) ?? [];
  return apiName !== undefined ? { apiName, kind: kind as PageKind } : undefined;
}
