/**
 * jsdom has no layout: a range has no boxes there, so editors of text that ask for them get an
 * empty list.
 */
if (typeof Range !== 'undefined') {
  Range.prototype.getClientRects ??= (): DOMRectList =>
    Object.assign([], { item: () => null }) as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect ??= (): DOMRect => new DOMRect();
}
