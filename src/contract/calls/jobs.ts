import { Type, type Static } from 'typebox';
import { defineCall, defineReading } from './call.ts';
import { Id, oneOf } from '../metadata/meta.ts';
import { closed } from '../base/closed.ts';

const JOB_STATES = ['waiting', 'done', 'failed'] as const;
/**
 * Background work. `done` of `total` is its progress; `error` is why it failed, or why the last try
 * did.
 */
const Job = Type.Object({
  id: Id,
  kind: Type.String(),
  title: Type.String(),
  state: oneOf(JOB_STATES),
  done: Type.Integer(),
  total: Type.Integer(),
  error: Type.String(),
  createdBy: Type.String({ description: 'name of who began it' }),
  createdAt: Type.String(),
  endedAt: Type.Union([Type.String(), Type.Null()]),
});
export type Job = Static<typeof Job>;

export const jobCalls = [
  /**
   * One's own, and those of kinds one's functions reach; `open` leaves out what is done. The newest
   * first.
   */
  defineReading({
    id: 'upm.job.list',
    method: 'POST',
    path: '/upm/job/list',
    access: 'member',
    summary: '后台任务',
    body: Type.Object(
      { kind: Type.Optional(Type.String({ maxLength: 40 })), open: Type.Optional(Type.Boolean()) },
      closed,
    ),
    data: Type.Array(Job),
  }),
  defineCall({
    id: 'upm.job.detail',
    method: 'GET',
    path: '/upm/job/detail',
    access: 'member',
    summary: '后台任务的进度',
    query: Type.Object({ id: Id }),
    data: Job,
  }),
  /**
   * Resumes where it failed; permissions were checked when it began, so they are not checked again.
   */
  defineCall({
    id: 'upm.job.again',
    method: 'POST',
    path: '/upm/job/again',
    access: 'member',
    inPages: 'rights',
    summary: '重试后台任务',
    body: Type.Object({ id: Id }, closed),
    data: Type.Object({ id: Id }),
  }),
] as const;
