import { TIME_ZONE } from '../../contract/index.ts';

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
});
const NAME = /^huozi-\d{8}-\d{6}$/;

/**
 * huozi-20261122-033000: of the moment it began, in the platform's time zone; names sort by time.
 */
export function folderName(at: Date): string {
  return `huozi-${clock.format(at).replaceAll(/[-:]/g, '').replace(' ', '-')}`;
}

/** A folder of such a name. */
export const isBackupName = (name: string): boolean => NAME.test(name);

/** The day (YYYY-MM-DD) and the time (HH:mm) on the platform's clock. */
export function dayAndTime(at: Date): { day: string; time: string } {
  const [day, time] = clock.format(at).split(' ');
  return { day: day!, time: time!.slice(0, 5) };
}
