/**
 * When a press becomes a drag, for every view that lets things be dragged: a mouse at once, a
 * finger after it has rested a while, so that the page still scrolls under it.
 */
export const mouseDrag = { activationConstraint: { distance: 6 } };
export const TOUCH_DELAY_MS = 250;
/** Pixels a resting finger may stray. */
export const TOUCH_SLACK = 8;
export const touchDrag = {
  activationConstraint: { delay: TOUCH_DELAY_MS, tolerance: TOUCH_SLACK },
};
