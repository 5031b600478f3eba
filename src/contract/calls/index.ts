import type { Call, CallData, CallInput } from './call.ts';
import { activityCalls, relatedCalls } from './activity.ts';
import { authorityCalls } from './authority.ts';
import { backupCalls } from './backup.ts';
import { bizmetaCalls } from './bizmeta.ts';
import { bpmCalls } from './bpm.ts';
import { companyCalls } from './company.ts';
import { calculateCalls } from './calculate.ts';
import { delegationCalls } from './delegations.ts';
import { pageCalls } from './pages.ts';
import { smartformCalls } from './smartform.ts';
import { storageCalls } from './storage.ts';
import { busmodelCalls } from './busmodel.ts';
import { industryCalls } from './industry.ts';
import { jobCalls } from './jobs.ts';
import { logCalls } from './log.ts';
import { msgCalls } from './msg.ts';
import { orgCalls } from './org.ts';
import { passportCalls } from './passport.ts';
import { peopleCalls } from './people.ts';
import { viewingCalls } from './viewing.ts';
import { peopleImportCalls } from './people-import.ts';
import { peopleJoiningCalls } from './people-joining.ts';
import { performanceCalls } from './performance.ts';
import { personCalls } from './person.ts';
import { pickerCalls } from './picker.ts';
import { recordExportCalls } from './record-export.ts';
import { recordImportCalls } from './record-import.ts';
import { regionCalls } from './regions.ts';
import { registrationCalls } from './registration.ts';
import { roleCalls } from './roles.ts';
import { schemaPlanCalls } from './schema-plan.ts';
import { searchCalls } from './search.ts';
import { shareCalls } from './share.ts';
import { systemCalls } from './system.ts';
import { tenantCalls } from './tenants.ts';
import { viewCalls } from './views.ts';
import { typeChangeCalls } from './type-changes.ts';

/**
 * Every call of the platform: the one list the server, the client and the OpenAPI document are made
 * from.
 */
export const calls = [
  ...passportCalls,
  ...registrationCalls,
  ...personCalls,
  ...tenantCalls,
  ...companyCalls,
  ...regionCalls,
  ...peopleCalls,
  ...viewingCalls,
  ...peopleJoiningCalls,
  ...peopleImportCalls,
  ...pickerCalls,
  ...orgCalls,
  ...roleCalls,
  ...delegationCalls,
  ...industryCalls,
  ...busmodelCalls,
  ...systemCalls,
  ...jobCalls,
  ...logCalls,
  ...msgCalls,
  ...backupCalls,
  ...bizmetaCalls,
  ...authorityCalls,
  ...shareCalls,
  ...searchCalls,
  ...pageCalls,
  ...viewCalls,
  ...performanceCalls,
  ...schemaPlanCalls,
  ...typeChangeCalls,
  ...recordExportCalls,
  ...recordImportCalls,
  ...activityCalls,
  ...relatedCalls,
  ...calculateCalls,
  ...smartformCalls,
  ...bpmCalls,
  ...storageCalls,
] as const;
type AnyCall = (typeof calls)[number];
export type CallId = AnyCall['id'];
type CallOf<I extends CallId> = Extract<AnyCall, { id: I }>;
export type InputOf<I extends CallId> = CallInput<CallOf<I>>;
export type DataOf<I extends CallId> = CallData<CallOf<I>>;

const byId = new Map<string, Call>(calls.map((call) => [call.id, call as unknown as Call]));
/**
 * The call of this id; throws a RangeError for an id that does not exist, since ids are written by
 * programmers.
 */
export function callOf(id: string): Call {
  const call = byId.get(id);
  if (!call) throw new RangeError(`no call "${id}"`);
  return call;
}
export const hasCall = (id: string): id is CallId => byId.has(id);
