import { Type } from 'typebox';
import { Closed } from '../base/closed.ts';
import { MAX_AUDIENCE, MAX_CALENDAR_DAYS } from '../base/constants.ts';
import { Id, oneOf } from '../metadata/meta.ts';
import { body, nullable } from './bpm-shared.ts';
import { defineCall } from './call.ts';

const MAX_STRETCHES = 6;
const MAX_RULES = 200;

const Day = Type.String({ maxLength: 10, pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
const different = {
  kind: oneOf(['off', 'work'] as const),
  name: Type.String({ maxLength: 40 }),
};
const CalendarDay = Closed({ day: Day, ...different });
const time = Type.String({ maxLength: 5, pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$' });
const working = {
  weekdays: Type.Array(Type.Integer({ minimum: 0, maximum: 6, description: '0 is Monday' }), {
    minItems: 1,
    maxItems: 7,
    uniqueItems: true,
  }),
  hours: Type.Array(Closed({ from: time, to: time }), {
    minItems: 1,
    maxItems: MAX_STRETCHES,
    description: 'from 09:00 to 12:00',
  }),
};
const days = Type.Array(CalendarDay, { maxItems: MAX_CALENDAR_DAYS });

const Substitution = Type.Object({
  id: Id,
  substituteId: Id,
  substituteName: Type.String(),
  startsAt: Type.String(),
  endsAt: Type.String(),
  templateIds: nullable(Type.Array(Id)),
  templateNames: Type.Array(Type.String()),
  /** The object all its templates are about; null where there are several. */
  objectApiName: nullable(Type.String()),
  condition: nullable(Type.String()),
  reason: Type.String(),
  isNow: Type.Boolean(),
});

const templateIds = Type.Array(Id, {
  minItems: 1,
  maxItems: MAX_AUDIENCE,
  uniqueItems: true,
  description: 'all templates when left out',
});

/** Working time of the company, and who does one's approvals while one is away. */
export const bpmTimeCalls = [
  defineCall({
    id: 'bpm.calendar.detail',
    method: 'GET',
    path: '/bpm/calendar/detail',
    access: 'member',
    summary: '工作日历',
    data: Type.Object({
      ...working,
      days,
      holidays: Type.Array(Type.Object({ year: Type.Integer(), isAnnounced: Type.Boolean() }), {
        description: 'years whose public holidays can be imported',
      }),
    }),
  }),
  defineCall({
    id: 'bpm.calendar.update',
    method: 'POST',
    path: '/bpm/calendar/update',
    access: 'can:flow.manage',
    summary: '修改工作日历',
    operation: true,
    body: body({
      ...working,
      /** Stay as they are when they are left out. */
      days: Type.Optional(days),
    }),
    data: Type.Object({ days: Type.Integer() }),
  }),
  defineCall({
    id: 'bpm.calendar.setDays',
    method: 'POST',
    path: '/bpm/calendar/setDays',
    access: 'can:flow.manage',
    summary: '设置连续几天放假或上班；代替这些天已有的安排',
    operation: true,
    body: body({
      from: Day,
      /** The last of the days; one day alone when it is left out. */
      to: Type.Optional(nullable(Day)),
      ...different,
      /** A day that is moved there: it is as on other weeks again. */
      instead: Type.Optional(nullable(Day)),
    }),
    data: Type.Object({ days: Type.Integer() }),
  }),
  defineCall({
    id: 'bpm.calendar.removeDays',
    method: 'POST',
    path: '/bpm/calendar/removeDays',
    access: 'can:flow.manage',
    summary: '几天恢复为平时的安排',
    operation: true,
    body: body({ days: Type.Array(Day, { minItems: 1, maxItems: MAX_CALENDAR_DAYS }) }),
    data: Type.Object({ days: Type.Integer() }),
  }),
  defineCall({
    id: 'bpm.calendar.importHolidays',
    method: 'POST',
    path: '/bpm/calendar/importHolidays',
    access: 'can:flow.manage',
    summary: '导入法定节假日',
    operation: true,
    body: body({ year: Type.Integer({ minimum: 2000, maximum: 2100 }) }),
    data: Type.Object({ days: Type.Integer(), isAnnounced: Type.Boolean() }),
  }),
  defineCall({
    id: 'bpm.substitution.list',
    method: 'GET',
    path: '/bpm/substitution/list',
    access: 'member',
    summary: '我的审批代理',
    data: Type.Object({
      records: Type.Array(Substitution, { maxItems: MAX_RULES }),
      /** Those one may start, was asked in, or has a rule for. */
      templates: Type.Array(
        Type.Object({ id: Id, name: Type.String(), objectApiName: Type.String() }),
      ),
    }),
  }),
  defineCall({
    id: 'bpm.substitution.save',
    method: 'POST',
    path: '/bpm/substitution/save',
    access: 'member',
    inPages: 'own',
    summary: '设置审批代理',
    body: body({
      id: Type.Optional(nullable(Id)),
      substituteId: Id,
      startsAt: Type.String({ format: 'date-time' }),
      endsAt: Type.String({ format: 'date-time' }),
      templateIds: Type.Optional(nullable(templateIds)),
      condition: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 2_000 }))),
      reason: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    data: Type.Object({ id: Id }),
  }),
  defineCall({
    id: 'bpm.substitution.remove',
    method: 'POST',
    path: '/bpm/substitution/remove',
    access: 'member',
    inPages: 'own',
    summary: '取消审批代理',
    body: body({ ids: Type.Array(Id, { minItems: 1, maxItems: MAX_RULES, uniqueItems: true }) }),
    data: Type.Object({ removed: Type.Integer() }),
  }),
] as const;
