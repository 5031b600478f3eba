import type { LibraryTemplate } from './build.ts';
import { MONEY_TEMPLATES } from './money.ts';
import { OFFICE_TEMPLATES } from './office.ts';
import { PEOPLE_TEMPLATES } from './people.ts';
import { TRADE_TEMPLATES } from './trade.ts';

export type { LibraryTemplate } from './build.ts';

/**
 * Templates to start from. They name people by titles and by the organisation only, so that they are
 * sound in any company; the sub-process of 入职 has to be chosen.
 */
export const LIBRARY: readonly LibraryTemplate[] = [
  ...PEOPLE_TEMPLATES,
  ...MONEY_TEMPLATES,
  ...TRADE_TEMPLATES,
  ...OFFICE_TEMPLATES,
];
