export {
  checkCaptcha,
  consumeCaptcha,
  issueCaptcha,
  MAX_CAPTCHA_LEVEL,
  purgeExpiredCaptchas,
  type CaptchaScope,
} from './captcha.ts';
export { STREAMS, TIME_LIMITS } from './budgets.ts';
export type { BackupConfig } from './config-backup.ts';
export type { WechatConfig } from './config-public.ts';
export { DEFAULT_STORAGE } from './config-storage.ts';
export { ConfigError, readConfig, type Config } from './config.ts';
export type { MailConfig, SmsConfig } from './config-channels.ts';
export {
  ROLE_ADMIN,
  ROLE_BUILDER,
  ROLE_USER,
  type Context,
  type FindSession,
  type Logger,
  type OpenContext,
  type Session,
  type SessionState,
  type SessionStatement,
} from './context.ts';
export { Database } from './database/database.ts';
export type { TransactionHooks } from './database/hooks.ts';
export { holdSnapshotLock, isSnapshotHeld } from './database/snapshot-lock.ts';
export { uniqueViolation } from './database/pg-errors.ts';
export {
  type QueryOptions,
  type TenantTx,
  type Tx,
  type Values,
  type Writing,
} from './database/tenant-tx.ts';
export { EmbeddedError, lockDataDir, startCluster, type Cluster } from './embedded/index.ts';
export { joinDatabase, openDatabase, type OpenDatabase } from './open-database.ts';
export {
  isDiskFull,
  requireDiskSpace,
  diskSpaceOf,
  type DiskSpace,
  type DiskSpaceState,
} from './disk-space.ts';
export { AppError, problemsError } from './errors.ts';
export { eachAlone } from './each-alone.ts';
export { purgeExpiredRequests, idempotent } from './idempotency.ts';
export { JsonText, RawResponse } from './http/envelope.ts';
export { restOf } from './http/cpu-share.ts';
export { etagOf } from './http/etag.ts';
export { RouteTable, type Routes } from './http/route.ts';
export type {
  OperationRequest,
  OpenOperation,
  Operation,
  OperationOutcome,
} from './http/operation.ts';
export { filePart, smallFile, type FilePart } from './http/file-part.ts';
export { netOf } from './http/address.ts';
export { tenantHostOf } from './http/host.ts';
export { createHttp } from './http/server.ts';
export { warnOfProxies } from './http/forwarded.ts';
export { hashToken } from './http/session.ts';
export { logFile, loggerOptions, type LoggerOptions } from './log.ts';
export { COSTLY_AT_ONCE, openAdmissionQueue } from './admission-queue/index.ts';
export {
  longSheet,
  readSheet,
  sheetFile,
  writeSheet,
  XLSX_TYPE,
  type LongColumn,
  type SheetCell,
  type SheetColumn,
  type SheetRow,
} from './sheets/sheets.ts';
export { spellingOf } from './spelling.ts';
export { sharedKey } from './shared-key.ts';
export {
  startJob,
  startJobOf,
  type Job,
  type JobKind,
  type Checkpoint,
  type BatchResult,
} from './jobs/job.ts';
export { purgeExpiredJobs, retryFailedJob } from './jobs/claim.ts';
export { JobRunner } from './jobs/runner.ts';
export {
  checkApplied,
  ensureRole,
  migrate,
  MigrationError,
  migrationsOf,
  MIN_POSTGRES,
  RESTORE_SCHEMA,
  tolerateConcurrent,
  type ServiceMigrations,
} from './migrate.ts';
export {
  claimMessages,
  purgeDeadLetters,
  MAX_TRIES,
  retryOrDeadLetter,
  acknowledge,
  type ClaimedMessage,
} from './outbox-claim.ts';
export { AddressRefused, NEEDS_TLS, Outbound } from './outbound/send.ts';
export { OutboxDrainer } from './outbox-drainer.ts';
export {
  postMessage,
  messagesWriting,
  postMessages,
  type MailEvent,
  type MessageEvent,
  type OutboxEvent,
  type OutboxTopic,
  type SmsEvent,
} from './outbox.ts';
export { resourceDir } from './resources.ts';
export type { HasServerState } from './server-state.ts';
export type { DemoSeed, Kernel, Service, StartedService } from './service.ts';
export { storable } from './storable.ts';
export { bindingOnce, SqlParameters, type Bind } from './sql-parameters.ts';
export { isoSql, likeText, likeWithin } from './sql-text.ts';
export { createTenantSpace } from './tenant-space.ts';
export { inTurns } from './turns.ts';
export { ConcurrencyLimiter } from './concurrency-limiter.ts';
export { ANONYMOUS_ROLE, META_ROLE, schemaOf, type Scope, type TenantRef } from './tenant.ts';

import { migrationsOf } from './migrate.ts';
export const kernelMigrations = migrationsOf('kernel', import.meta.url);
