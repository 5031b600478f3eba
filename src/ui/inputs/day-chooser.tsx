import { lazy } from 'react';

/**
 * The calendar that inputs of dates open, for views that jump to a day; in the chunk of those
 * inputs.
 */
export const DayChooser = lazy(async () => ({
  default: (await import('./Calendar.tsx')).DayCalendar,
}));
