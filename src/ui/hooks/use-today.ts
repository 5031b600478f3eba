import { useEffect, useState } from 'react';
import { todayOf } from '../../values/index.ts';
import { useStable } from './hooks.ts';

/** How often the day is looked at, in milliseconds. */
const LOOK_MS = 60_000;

/** The day it is, also after midnight on a page that is left open. `now`: the application's clock. */
export function useToday(now: () => Date): number {
  const [today, setToday] = useState(() => todayOf(now()));
  const look = useStable(() => setToday(todayOf(now())));
  useEffect(() => {
    const timer = setInterval(look, LOOK_MS);
    // Timers sleep with the device, and while the page is hidden.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [look]);
  return today;
}
