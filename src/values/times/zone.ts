import { TIME_ZONE } from '../../contract/index.ts';
import { toInstant, toWall } from '../../expression/index.ts';

/**
 * The one place where moments become wall-clock times of the company and back: in the tenant's time
 * zone, independent of the browser's.
 */

/** What the wall says at a moment: read it with getUTCFullYear, getUTCHours and the like. */
export const wallAt = (moment: Date): Date => new Date(toWall(moment.getTime(), TIME_ZONE));
/** The moment at which the wall says this day (YYYY-MM-DD) and time. */
export const momentAtWall = (day: string, hours = 0, minutes = 0, seconds = 0): Date =>
  new Date(
    toInstant(
      Date.parse(`${day}T00:00:00Z`) + ((hours * 60 + minutes) * 60 + seconds) * 1000,
      TIME_ZONE,
    ),
  );
/** Hours, minutes and seconds on the wall. */
export function clockAt(moment: Date): [number, number, number] {
  const wall = wallAt(moment);
  return [wall.getUTCHours(), wall.getUTCMinutes(), wall.getUTCSeconds()];
}
