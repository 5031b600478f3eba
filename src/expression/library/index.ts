import { dates } from './dates.ts';
import type { Library } from './kind.ts';
import { lists } from './lists.ts';
import { numbers } from './numbers.ts';
import { texts } from './text.ts';

/**
 * Every function but those the compiler implements: if, switch, coalesce and isEmpty do not read
 * all arguments, text and concat depend on the known types of their arguments.
 */
export const LIBRARY: Library = { ...texts, ...numbers, ...lists, ...dates };
