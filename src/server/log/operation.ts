import type { CallId } from '../../contract/index.ts';
import {
  AppError,
  storable,
  type OperationRequest,
  type Database,
  type Logger,
  type OpenOperation,
  type Operation,
  type OperationOutcome,
  type TenantTx,
  type TransactionHooks,
} from '../kernel/index.ts';
import type { OperationLimits } from './limits.ts';
import { detailOf } from './redact.ts';
import { aboutText, changeText, subjectsOf, Wordings, type Thing } from './wording.ts';

/** Characters that are stored of input from outside or from another service. */
const MAX = { name: 100, deed: 60, reason: 300, ip: 64 } as const;
const FAILED_FROM = 400;
const DONE = 200;
const pausedNote = (minutes: number): string =>
  `；此后 ${minutes} 分钟内的请求不再受理，也不逐条记录`;

const APPEND = 'select log.append($1::jsonb) as seq';

/** What the things were and are, as far as it was looked. */
interface ThingStates {
  readonly before: readonly Thing[];
  readonly after: readonly Thing[];
}
const NO_STATES: ThingStates = { before: [], after: [] };

export interface OperationLog {
  readonly db: Database;
  readonly log: Logger;
  readonly limits: OperationLimits;
}

/** The action in a summary of the contract; the part after a semicolon is for programmers. */
const deedOf = (summary: string): string => summary.split('；', 1)[0]!;

/**
 * One operation, followed by the log. What is done inside a company is written in the transaction
 * that does it: the change and its line are stored together or not at all. What is refused, or
 * changes nothing there, is written before the answer.
 */
class AuditedOperation implements Operation {
  input: Readonly<Record<string, unknown>> | undefined;
  readonly hooks: TransactionHooks;
  readonly #within: OperationLog;
  readonly #request: OperationRequest;
  readonly #since = Date.now();
  #before: readonly Thing[] = [];
  #written = false;
  #silent = false;
  /** Minutes this person's operations are not taken after this one. */
  #pause = 0;

  constructor(within: OperationLog, request: OperationRequest) {
    this.#within = within;
    this.#request = request;
    this.hooks = { begun: (tx) => this.#begun(tx), ending: (tx) => this.#ending(tx) };
  }

  get #who(): string {
    return `${this.#request.session.tenant.id} ${this.#request.session.userId}`;
  }

  admit(): void {
    const { taken, minutes } = this.#within.limits.admit(this.#who);
    this.#silent = taken === 'over';
    this.#pause = minutes;
    if (taken !== 'ask') throw new AppError('TOO_FREQUENT');
  }

  async close(outcome: OperationOutcome): Promise<void> {
    if (this.#silent) return;
    if (outcome.code >= FAILED_FROM) this.#within.limits.refused(this.#who);
    else if (this.#written) return;
    try {
      await this.#write(outcome);
    } catch (error) {
      await this.#writeReduced(outcome, error);
    }
  }

  async #begun(tx: TenantTx): Promise<void> {
    if (!this.#written) this.#before = await this.#look(tx, false);
  }

  /** A transaction that has written something has done the operation. */
  async #ending(tx: TenantTx): Promise<void> {
    if (this.#written) return;
    const [row] = await tx.query<{ wrote: boolean }>(
      'select pg_current_xact_id_if_assigned() is not null as wrote',
    );
    if (!row?.wrote) return;
    const after = await this.#look(tx, true);
    await tx.query(APPEND, [
      this.#line({ code: DONE, reason: '' }, { before: this.#before, after }, this.input ?? {}),
    ]);
    tx.afterCommit(() => {
      this.#written = true;
    });
  }

  /**
   * The things of the operation; none when they cannot be found: a line without them is better than
   * none.
   */
  async #look(tx: TenantTx, done: boolean): Promise<readonly Thing[]> {
    const {
      call,
      session: { userId },
    } = this.#request;
    const wording = tx.state.of(Wordings).of(call.id);
    if (!wording || this.input === undefined) return [];
    await tx.run('savepoint things');
    try {
      return await wording.things({ tx, input: this.input, userId, done });
    } catch (error) {
      await tx.run('rollback to savepoint things');
      this.#within.log.error(
        { err: error, call: call.id },
        'the things of an operation could not be found',
      );
      return [];
    } finally {
      await tx.run('release savepoint things');
    }
  }

  async #write(outcome: OperationOutcome): Promise<void> {
    const { session } = this.#request;
    const failed = outcome.code >= FAILED_FROM;
    await this.#within.db.withTenant(session, async (tx) => {
      const now = await this.#look(tx, !failed);
      const seen = failed ? { before: now, after: [] } : { before: this.#before, after: now };
      await tx.query(APPEND, [this.#line(outcome, seen, this.input ?? outcome.parts)]);
    });
  }

  /**
   * A line that could not be stored whole is stored without the caller's input; if that fails it is
   * written to the server's log.
   */
  async #writeReduced(outcome: OperationOutcome, error: unknown): Promise<void> {
    const { db, log } = this.#within;
    const line = this.#line({ ...outcome, reason: '' }, NO_STATES, {});
    log.error({ err: error, line }, 'an operation could not be written whole to its log');
    try {
      await db.asAnonymous(APPEND, [line]);
    } catch (failure) {
      log.error({ err: failure, line }, 'an operation could not be written to its log');
    }
  }

  #deed(before: readonly Thing[]): string {
    const { call } = this.#request;
    const wording = this.input && this.#within.db.state.of(Wordings).of(call.id);
    return wording ? wording.deed(this.input, before) : deedOf(call.summary);
  }

  #reason(given: string): string {
    return this.#pause > 0 ? `${given}${pausedNote(this.#pause)}` : given;
  }

  #line(
    { code, reason }: Pick<OperationOutcome, 'code' | 'reason'>,
    states: ThingStates,
    given: object,
  ): string {
    const { session, call, ip, requestId } = this.#request;
    return JSON.stringify({
      tenant_id: session.tenant.id,
      user_id: session.userId,
      real_name: storable(session.realName, MAX.name),
      call_id: call.id satisfies string,
      summary: storable(this.#deed(states.before), MAX.deed),
      ...thingsIn(states),
      code,
      reason: storable(this.#reason(reason), MAX.reason),
      detail: detailOf(call.id as CallId, { ...given }),
      request_id: requestId,
      ip: storable(ip, MAX.ip),
      ms: Date.now() - this.#since,
    });
  }
}

function thingsIn({ before, after }: ThingStates) {
  const things = after.length > 0 ? after : before;
  return {
    about: aboutText(things),
    change: changeText(before, after),
    subjects: subjectsOf(things),
  };
}

/** Follows every operation the kernel reports. */
export const auditOperations =
  (within: OperationLog): OpenOperation =>
  (request) =>
    new AuditedOperation(within, request);
