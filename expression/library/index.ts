import { dates } from './dates.ts';
import type { Library } from './kind.ts';
import { lists } from './lists.ts';
import { numbers } from './numbers.ts';
import { text } from './text.ts';

/** Every function but if, switch, coalesce and isEmpty, which the compiler does itself: they do not read all arguments. */
export const LIBRARY: Library = { ...text, ...numbers, ...lists, ...dates };
