import { formatNumber } from './numbers.ts';

/** 5 -> 0.05: what expressions read of a percentage. Without the noise of binary fractions. */
export const toRatio = (percent: number): number => Number((percent / 100).toPrecision(15));
/** 0.05 -> 5 */
export const fromRatio = (ratio: number): number => Number((ratio * 100).toPrecision(15));
/** A ratio written in an expression, as people read it: 0.05 -> 5%. */
export const ratioText = (written: string): string =>
  `${formatNumber(fromRatio(Number(written)))}%`;
