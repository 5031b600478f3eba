// Numbers every benchmark needs.
import { loadavg } from 'node:os';

export function quantile(values, p) {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  if (!sorted.length) return NaN;
  const at = (sorted.length - 1) * p;
  const low = Math.floor(at);
  return sorted[low] + (sorted[Math.ceil(at)] - sorted[low]) * (at - low);
}
export const median = (values) => quantile(values, 0.5);

/**
 * Rounds are pairs taken one after the other: the median of the pairs' ratios forgets a load that
 * came and went.
 */
export const pairedRatio = (ours, floor) => median(ours.map((value, i) => value / floor[i]));

export const load = () => loadavg()[0];

/** `--name=value` and `--name` of the command line. */
export const options = () =>
  Object.fromEntries(
    process.argv
      .slice(2)
      .filter((a) => a.startsWith('--'))
      .map((a) => {
        const [key, value] = a.slice(2).split('=');
        return [key, value ?? true];
      }),
  );
