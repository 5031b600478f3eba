import type { Routes } from '../../kernel/index.ts';
import type { Parts } from '../parts.ts';
import {
  calendarDetail,
  importHolidays,
  removeDays,
  setDays,
  updateCalendar,
} from '../time/calendar-calls.ts';
import { listSubstitutions, removeSubstitutions, saveSubstitution } from '../time/substitutions.ts';

export function timeRoutes(routes: Routes, { db }: Parts): void {
  routes.route('bpm.calendar.detail', (_input, ctx) =>
    db.withTenant(ctx, (tx) => calendarDetail(tx)),
  );
  routes.route('bpm.calendar.update', (input, ctx) =>
    db.withTenant(ctx, (tx) => updateCalendar(tx, ctx.userId, input)),
  );
  routes.route('bpm.calendar.setDays', (input, ctx) =>
    db.withTenant(ctx, (tx) => setDays(tx, input)),
  );
  routes.route('bpm.calendar.removeDays', ({ days }, ctx) =>
    db.withTenant(ctx, (tx) => removeDays(tx, days)),
  );
  routes.route('bpm.calendar.importHolidays', ({ year }, ctx) =>
    db.withTenant(ctx, (tx) => importHolidays(tx, year)),
  );
  routes.route('bpm.substitution.list', (_input, ctx) =>
    db.withTenant(ctx, (tx) => listSubstitutions(tx, ctx.userId)),
  );
  routes.route('bpm.substitution.save', (input, ctx) =>
    db.withTenant(ctx, (tx) => saveSubstitution(tx, ctx.userId, input)),
  );
  routes.route('bpm.substitution.remove', ({ ids }, ctx) =>
    db.withTenant(ctx, (tx) => removeSubstitutions(tx, ctx.userId, ids)),
  );
}
