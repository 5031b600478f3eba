import type { PageDocument } from '../../../page/index.ts';

/** A page's title in a list: its text, with the holes it has. */
export function titleOf({ title, key }: Pick<PageDocument, 'title' | 'key'>): string {
  if (typeof title === 'string' && title !== '') return title;
  const template = typeof title === 'object' && title !== null && '$t' in title ? title.$t : undefined;
  return typeof template === 'string' ? template : key;
}
