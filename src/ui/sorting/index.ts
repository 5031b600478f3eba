/**
 * Things in an order people give them, by dragging and by keys, and what screen readers say
 * meanwhile.
 */
export { Sorting } from './Sorting.tsx';
