/**
 * jsdom lays nothing out: a range has no boxes there, and editors of text that ask for them are
 * told so.
 */
if (typeof Range !== 'undefined') {
  Range.prototype.getClientRects ??= (): DOMRectList =>
    Object.assign([], { item: () => null }) as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect ??= (): DOMRect => new DOMRect();
}
