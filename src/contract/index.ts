export * from './metadata/aggregates.ts';
export * from './calls/body-size.ts';
export * from './calls/call.ts';
export { CaptchaAnswer, CaptchaChallenge } from './calls/captcha.ts';
export * from './calls/find.ts';
export * from './calls/index.ts';
export { CALL_TITLES } from './calls/titles.ts';
export type { PickedPerson } from './calls/picker.ts';
export type { AreaNode, DeptNode, Joined, Profile, SignInData } from './calls/people-shapes.ts';
export type { App, AppDetail, AppState, NavEntry, NavRow } from './calls/applications.ts';
export type { CellProblem, TableColumn } from './calls/object-calls.ts';
export type { BinContents, BinKind, BinRow } from './calls/bin.ts';
export type { Along, BinnedRecord } from './calls/record-bin.ts';
export type { Dashboard, RegionSwitch, UserRegion } from './calls/regions.ts';
export type { Export, ExportFormat } from './calls/record-export.ts';
export type {
  Import,
  ImportBlank,
  ImportMode,
  ImportProblem,
  ImportState,
} from './calls/record-import.ts';
export type { MailDetail, MailRow, Message, SmsLog, SmsTemplate } from './calls/msg.ts';
export * from './company/code-rules.ts';
export { inputLabel } from './base/input-labels.ts';
export { jsonTypeName } from './base/json-types.ts';
export * from './base/constants.ts';
export * from './base/record-ops.ts';
export * from './company/dicts.ts';
export * from './base/errors.ts';
export { asFailure } from './base/failure.ts';
export * from './fields/field-types.ts';
export { missingAt, missingField } from './fields/missing.ts';
export * from './fields/text-formats.ts';
export * from './company/access.ts';
export * from './company/functions.ts';
export * from './company/message-types.ts';
export * from './company/members.ts';
export * from './company/industry.ts';
export * from './company/logs.ts';
export * from './metadata/access-explained.ts';
export * from './metadata/authority.ts';
export * from './metadata/share.ts';
export * from './metadata/explained.ts';
export * from './metadata/flow.ts';
export * from './metadata/flow-running.ts';
export * from './metadata/flow-templates.ts';
export type { EditConflict, EditConflicts, MergedEdit } from './metadata/merge.ts';
export * from './metadata/meta.ts';
export * from './calls/page-calls.ts';
export * from './metadata/page-grant.ts';
export * from './metadata/pages.ts';
export * from './company/params.ts';
export { openApi } from './openapi/index.ts';
export * from './company/org.ts';
export type { DeptDetail, DeptOwner, OrgNode } from './calls/org.ts';
export type { Delegation } from './calls/delegations.ts';
export type { Job } from './calls/jobs.ts';
export type { MemberOrder, MemberRow } from './calls/people.ts';
export type { ImportCheck, RowProblem } from './calls/people-import.ts';
export * from './metadata/provisional.ts';
export * from './metadata/rules.ts';
export * from './metadata/smartform.ts';
export * from './metadata/submission.ts';
export { RecordChange, RecordStep, TransactionAnswer } from './metadata/transaction.ts';
export * from './metadata/view-settings.ts';
export * from './metadata/views.ts';
export { isOwnCall, isReadWhileViewing, VIEWING_MINUTES } from './calls/viewing.ts';
export { WhereAsk } from './metadata/where.ts';
