import type { FlowDuration } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';

const MINUTE_MS = 60_000;
const UNITS_MS = { minutes: MINUTE_MS, hours: 60 * MINUTE_MS, days: 24 * 60 * MINUTE_MS } as const;
/** A working day without a calendar. */
const WORK_HOURS_A_DAY = 8;

type AddWorkTime = (tx: TenantTx, from: Date, minutes: number) => Promise<Date>;

/** The company's working time; natural time until a calendar is there. */
export class WorkTime {
  #add: AddWorkTime = (_tx, from, minutes) =>
    Promise.resolve(new Date(from.getTime() + minutes * MINUTE_MS));

  addBy(add: AddWorkTime): void {
    this.#add = add;
  }

  async after(tx: TenantTx, from: Date, { amount, unit }: FlowDuration): Promise<Date> {
    if (unit === 'workHours') return this.#add(tx, from, amount * 60);
    if (unit === 'workDays') return this.#add(tx, from, amount * WORK_HOURS_A_DAY * 60);
    return new Date(from.getTime() + amount * UNITS_MS[unit]);
  }
}
