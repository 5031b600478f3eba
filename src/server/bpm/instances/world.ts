import { randomInt } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Candidate, FlowDuration, RecordValues } from '../../../contract/index.ts';
import type { FlowState, HumanSettings, Known, Need } from '../../../flow/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { findPeople, present, type Asking, type Found } from '../people/candidates.ts';
import { holds, type Facts } from '../people/expressions.ts';
import { leadersOfPerson } from '../people/leaders.ts';
import { managerIds } from '../people/managers.ts';
import { substitutesOf } from '../people/substitutes.ts';
import { momentAfter, momentOf } from '../people/times.ts';
import { requestSettings } from '../outside/settings.ts';
import type { Parts } from '../parts.ts';
import { asksPeople, candidatesOf, nodeSettings, type Prepared } from '../prepared.ts';
import { fieldRights, shownRecord } from './field-rights.ts';
import { reasonKey, type Reasons } from './store.ts';

/** What answers are about. */
export interface FlowSubject {
  readonly tx: TenantTx;
  readonly parts: Parts;
  readonly prepared: Prepared;
  readonly starterId: string;
  readonly starterDept: string | null;
  readonly picks: Readonly<Record<string, readonly string[]>>;
  readonly now: Date;
  facts(): Promise<Facts>;
  state(): FlowState;
  /** When a visit began; of what is only played there is none to ask about. */
  readonly enteredAt?: (visit: number) => Promise<Date | undefined>;
}

const SEEDS = 2 ** 31;
/** How long an answer from outside is waited for where the author does not say. */
const LONGEST_ANSWER: FlowDuration = { amount: 7, unit: 'days' };

/** Answers what `decide` needs to know, in the transaction of the operation. */
export class World {
  readonly #subject: FlowSubject;
  readonly whys = new Map<string, Found>();
  readonly substituted = new Map<string, string>();
  /** Rows of a sub-table by the child that is started for each. */
  readonly childRows = new Map<string, RecordValues>();

  constructor(subject: FlowSubject) {
    this.#subject = subject;
  }

  get reasons(): Reasons {
    return { whys: this.whys, substituted: this.substituted };
  }

  async answer(need: Need): Promise<Known[string]> {
    switch (need.kind) {
      case 'people':
        return this.#people(need.step, need.for);
      case 'condition': {
        const text = this.#subject.prepared.conditions.get(need.of);
        return text !== undefined && holds(text, await this.#subject.facts());
      }
      case 'time':
        return this.#time(need.step, need.rule, need.visit);
      case 'children':
        return this.#children(need.step);
      case 'seed':
        return randomInt(SEEDS);
    }
  }

  async #people(node: string, about: string): Promise<readonly string[]> {
    const { prepared, tx, starterId } = this.#subject;
    if (about === 'empty') return this.#noted(node, await this.#insteadOf(node));
    if (about.startsWith('turn:')) return this.#turn(node, about.slice('turn:'.length));
    if (about.startsWith('late:'))
      return this.#noted(node, await this.#after(about.slice('late:'.length)));
    if (about === 'leader')
      return this.#noted(
        node,
        (await leadersOfPerson(tx, starterId)).map((userId) => ({ userId, why: '发起人的上级' })),
      );
    const candidates = about.startsWith('timeout:')
      ? this.#timeoutCandidates(node, Number(about.slice('timeout:'.length)))
      : candidatesOf(prepared, node);
    return this.#noted(node, await findPeople(this.#asking(node), candidates));
  }

  #timeoutCandidates(node: string, rule: number): readonly Candidate[] {
    const rules = (nodeSettings(this.#subject.prepared, node)['timeouts'] ?? []) as {
      to?: Candidate[];
    }[];
    return rules[rule]?.to ?? [];
  }

  #asking(node: string): Asking {
    const { tx, parts, starterId, starterDept, picks } = this.#subject;
    const facts = () => this.#subject.facts();
    const previous = previousApprovers(this.#subject.state(), starterId);
    return { tx, parts, facts, starterId, starterDept, picked: picks[node] ?? [], previous };
  }

  /** Whom the author names for a node that finds no one; managers where they are gone as well. */
  async #insteadOf(node: string): Promise<readonly Found[]> {
    const { tx, prepared } = this.#subject;
    const step = prepared.model.steps.get(node);
    const empty = step && asksPeople(step) ? (step.settings as HumanSettings).empty : undefined;
    if (typeof empty !== 'object') return this.#managers();
    const there = await present(tx, empty.users);
    const users = [...new Set(empty.users.flatMap((id) => there.get(id) ?? []))];
    return users.length > 0
      ? users.map((userId) => ({ userId, why: '无审批人时指定' }))
      : this.#managers();
  }

  /** Who does what a person was asked for: that person, or who is there in his place. */
  async #turn(node: string, user: string): Promise<readonly string[]> {
    const { tx, prepared } = this.#subject;
    const there = (await present(tx, [user])).get(user);
    // A starter corrects what is his own, also while another approves for him.
    if (there === user && node === prepared.model.start) return [user];
    const found = there === undefined ? [] : [{ userId: there, why: '接替' }];
    return this.#noted(node, there === user ? found : [...found, ...(await this.#managers())]);
  }

  /** Who takes over from a person who is late: their leader, or managers. */
  async #after(user: string): Promise<readonly Found[]> {
    const { tx } = this.#subject;
    const leaders = await leadersOfPerson(tx, user);
    const there = await present(tx, leaders);
    const users = [...new Set(leaders.flatMap((id) => there.get(id) ?? []))];
    const found = users.map((userId) => ({ userId, why: '超时，上级接手' }));
    return [...found, ...(await this.#managers())];
  }

  async #managers(): Promise<Found[]> {
    const { tx, prepared } = this.#subject;
    const ids = await managerIds(tx, prepared.settings.managers);
    return ids.map((userId) => ({ userId, why: '流程管理员' }));
  }

  /** Remembers why each was found, and puts substitutes in the place of who is away. */
  async #noted(node: string, found: readonly Found[]): Promise<readonly string[]> {
    const { tx, prepared, now, starterId } = this.#subject;
    const substitutes = await substitutesOf(
      tx,
      found.map(({ userId }) => userId),
      { templateId: prepared.templateId, starterId, now, facts: () => this.#shownAt(node) },
    );
    return found.map(({ userId, why }) => {
      const asked = substitutes.get(userId) ?? userId;
      this.whys.set(reasonKey(node, asked), { userId: asked, why });
      if (asked !== userId) this.substituted.set(reasonKey(node, asked), userId);
      return asked;
    });
  }

  /** What the node shows of the record: a member's own condition learns nothing of what it hides. */
  async #shownAt(node: string): Promise<Facts> {
    const facts = await this.#subject.facts();
    const rights = fieldRights(this.#subject.prepared, node, facts.describe);
    return { ...facts, record: shownRecord(facts.record, rights) };
  }

  async #time(node: string, rule: number | null, visit?: number): Promise<number> {
    const { tx, prepared, enteredAt } = this.#subject;
    const entered = visit === undefined ? undefined : await enteredAt?.(visit);
    const now = entered ?? this.#subject.now;
    const settings = nodeSettings(prepared, node);
    if (rule !== null) {
      const { after } = (settings['timeouts'] as { after: FlowDuration }[])[rule]!;
      return (await momentAfter(tx, now, after)).getTime();
    }
    const until = settings['until'];
    if (typeof until === 'string') {
      const value = (await this.#subject.facts()).record[until];
      return (momentOf(value) ?? now).getTime();
    }
    const request = requestSettings(prepared, node);
    const answered = request && (request.timeout ?? LONGEST_ANSWER);
    const length = (settings['for'] ?? settings['timeout'] ?? answered) as FlowDuration | undefined;
    return length ? (await momentAfter(tx, now, length)).getTime() : now.getTime();
  }

  async #children(node: string): Promise<readonly string[]> {
    const { each } = nodeSettings(this.#subject.prepared, node) as { each?: string };
    if (each === undefined) return [uuidv7()];
    const rows = (await this.#subject.facts()).record[each];
    return (Array.isArray(rows) ? rows : []).map((row) => {
      const id = uuidv7();
      this.childRows.set(id, row as RecordValues);
      return id;
    });
  }
}

/** Who approved the step that was left last; at first the starter. */
function previousApprovers({ visits, items }: FlowState, starter: string): readonly string[] {
  const last = visits.findLast(({ how }) => how === 'approved');
  const users = items
    .filter(({ visit, state }) => visit === last?.id && state === 'approved')
    .map(({ user }) => user);
  return users.length > 0 ? [...new Set(users)] : [starter];
}
