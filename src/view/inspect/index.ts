/**
 * The why? panel's way from an element to its node, for designers as well. The panel itself is
 * loaded lazily.
 */
export { elementsOf, nodeOfPage } from './locate.ts';
