import type { PageDocument, PageKind } from '../../../page/index.ts';

/** What the pages of an object are called. */
export const PAGE_KIND_TITLES: Record<PageKind, string> = {
  list: '列表',
  form: '表单',
  detail: '详情',
  picker: '选择',
  fill: '填写',
  space: '空间',
};

/**
 * The literal words of a template: its holes are filled only when the page runs, and the text
 * joining them is dropped too.
 */
const spoken = (template: string): string =>
  template.replaceAll(/\{[^{}]*\}/g, '…').replaceAll(/^[…\s·\-—:：]+|[…\s·\-—:：]+$/g, '');

/** A page's title in a list: its words, or its key where it has none of its own. */
export function titleOf({ title, key }: Pick<PageDocument, 'title' | 'key'>): string {
  const template =
    typeof title === 'object' && title !== null && '$t' in title ? title.$t : undefined;
  return (
    (typeof title === 'string' ? title : typeof template === 'string' ? spoken(template) : '') ||
    key
  );
}
