/**
 * Things in an order people give them, by dragging and by keys, and what screen readers say
 * meanwhile.
 */
export { announcements, instructions } from './drag-words.ts';
export { Sorting } from './Sorting.tsx';
