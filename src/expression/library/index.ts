import { dates } from './dates.ts';
import type { Library } from './kind.ts';
import { lists } from './lists.ts';
import { numbers } from './numbers.ts';
import { text } from './text.ts';

/**
 * Every function but those the compiler does itself: if, switch, coalesce and isEmpty do not read
 * all arguments, text and concat go by what is known of their arguments' types.
 */
export const LIBRARY: Library = { ...text, ...numbers, ...lists, ...dates };
