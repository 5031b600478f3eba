import { TIME_ZONE } from '../../../contract/index.ts';
import { problemsError } from '../../kernel/index.ts';
import { setting } from './object.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2})$/;
/** Days and moments are in the platform's time zone, which has no summer time. */
const DAY_END = 'T23:59:59.999+08:00';
/** Longer than people plan: further away is a slip of the keyboard. */
const MOST_YEARS = 100;

/** When a share ends: a moment, or a day to its end; null for never. Throws SHARE_SETTING. */
export function readExpiry(text: string | null | undefined): Date | null {
  if (text === null || text === undefined) return null;
  const at = new Date(DAY.test(text) ? `${text}${DAY_END}` : MOMENT.test(text) ? text : '');
  const refuse = (why: string): never => {
    throw problemsError([setting('/expiresAt', why)]);
  };
  if (Number.isNaN(at.getTime())) return refuse('到期时间不是有效的日期');
  if (at.getTime() <= Date.now()) return refuse('到期时间已经过去');
  const latest = new Date();
  latest.setFullYear(latest.getFullYear() + MOST_YEARS);
  return at > latest ? refuse('到期时间太远，可以选“一直有效”') : at;
}

/** A moment for people. */
export const momentText = (at: Date): string =>
  new Intl.DateTimeFormat('zh-CN', {
    timeZone: TIME_ZONE,
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(at);
