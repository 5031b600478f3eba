import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { Id, oneOf } from '../metadata/meta.ts';

const TimeOrNull = Type.Union([Type.String(), Type.Null()]);
const BackupRun = Type.Object({
  id: Id,
  startedAt: Type.String(),
  endedAt: Type.String(),
  kind: oneOf(['schedule', 'command']),
  /** incomplete: it ended, but files are missing or damaged */
  result: oneOf(['ok', 'incomplete', 'failed']),
  directory: Type.String(),
  megabytes: Type.Integer(),
  /** a sentence: why it failed or what it lacks; '' when it succeeded */
  error: Type.String(),
});

export const backupCalls = [
  /**
   * `mine` is false, and all else empty, for companies that do not run the installation. Hours are
   * whole ones since the last success.
   */
  defineCall({
    id: 'backup.state',
    method: 'GET',
    path: '/backup/state',
    access: 'admin',
    summary: '备份的情况',
    data: Type.Object({
      mine: Type.Boolean(),
      schedule: Type.Union([
        Type.Object({ at: Type.String(), directory: Type.String(), keep: Type.Integer() }),
        Type.Null(),
      ]),
      lastAt: TimeOrNull,
      ageHours: Type.Union([Type.Integer(), Type.Null()]),
      /** longer ago than a day, or never */
      late: Type.Boolean(),
      /** what the last success lacks, a sentence, or '' */
      lacks: Type.String(),
      runs: Type.Array(BackupRun),
    }),
  }),
] as const;
