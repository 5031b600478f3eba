import { STRATEGIES, type Candidate, type FlowNodeSettings } from '../../contract/index.ts';
import {
  at,
  bySeverity,
  isObject,
  nodePath,
  own,
  Problems,
  ROOT_PATH,
  type DocumentProblem,
  type ProblemPath,
  type Severity,
} from '../../document/index.ts';
import type { Type } from '../../expression/index.ts';
import { branchProblems } from './branch-problems.ts';
import {
  expressionFault,
  holesOf,
  ROW,
  STARTER,
  STARTER_TYPE,
  valueFault,
  type Names,
} from './expressions.ts';
import { FLOW_KIND, type FlowDocument } from './types.ts';
import { calledOf, isBranching, placedSteps, type PlacedStep } from './walk.ts';

/** What a template refers to; what is left out is not checked. */
export interface FlowWorld {
  /** The template's own id. */
  readonly templateId?: string;
  /** Types of the object's fields, system fields included. */
  readonly fields?: Names;
  /** Types of fields of other objects that are written, by object; those that are gone are left out. */
  readonly objects?: ReadonlyMap<string, Names>;
  /** The objects of templates that are started, by their ids. */
  readonly objectsOf?: ReadonlyMap<string, string>;
  /** Ids that are there: people who work here, departments, roles, work groups, templates. */
  readonly ids?: {
    readonly users?: ReadonlySet<string>;
    readonly depts?: ReadonlySet<string>;
    readonly roles?: ReadonlySet<string>;
    readonly workGroups?: ReadonlySet<string>;
    readonly templates?: ReadonlySet<string>;
  };
}
type IdKind = keyof NonNullable<FlowWorld['ids']>;

const GONE: Readonly<Record<IdKind, string>> = {
  users: '有人已离职或不存在',
  depts: '有部门已不存在',
  roles: '有角色已不存在',
  workGroups: '有工作组已不存在',
  templates: '子流程的模板已不存在',
};
/** Where a template names those who may start it. */
const INITIATORS = [
  ['users', 'userIds'],
  ['depts', 'deptIds'],
  ['roles', 'roleIds'],
  ['workGroups', 'workGroupIds'],
] as const;
/** What the parameters of a strategy are ids of. */
const NAMED: Readonly<Record<number, IdKind>> = {
  [STRATEGIES.role]: 'roles',
  [STRATEGIES.deptMembers]: 'depts',
  [STRATEGIES.deptLeader]: 'depts',
  [STRATEGIES.users]: 'users',
  [STRATEGIES.workGroup]: 'workGroups',
};
/** Strategies that find no one without parameters. */
const NEEDS_PARAM: ReadonlySet<number> = new Set([
  ...Object.keys(NAMED).map(Number),
  STRATEGIES.title,
  STRATEGIES.userField,
  STRATEGIES.deptFieldLeader,
  STRATEGIES.expression,
  STRATEGIES.relatedOwner,
]);
const BY_FIELD: ReadonlySet<number> = new Set([
  STRATEGIES.userField,
  STRATEGIES.deptFieldLeader,
  STRATEGIES.relatedOwner,
]);

/**
 * What a sound template says that makes no sense, for its designer and when it is published; errors
 * come first. Errors keep it from being published.
 */
export function problemsOf(document: FlowDocument, world: FlowWorld = {}): DocumentProblem[] {
  const problems = new Problems(FLOW_KIND);
  new Inspection(document, world, problems).run();
  return bySeverity(problems.list);
}

type Settings = Partial<
  FlowNodeSettings['approve'] &
    FlowNodeSettings['subProcess'] &
    FlowNodeSettings['trigger'] &
    FlowNodeSettings['router']
> & { readonly until?: string; readonly for?: unknown; readonly when?: string };

type Request = Extract<NonNullable<FlowNodeSettings['trigger']['do']>, { action: 'http' }>;

class Inspection {
  readonly #steps: readonly PlacedStep[];
  readonly #byId: ReadonlyMap<string, PlacedStep>;
  readonly #names: Names | undefined;

  constructor(
    private readonly document: FlowDocument,
    private readonly world: FlowWorld,
    private readonly problems: Problems,
  ) {
    this.#steps = placedSteps(document);
    this.#byId = new Map(this.#steps.map((step) => [step.id, step]));
    this.#names = world.fields && { ...world.fields, [STARTER]: STARTER_TYPE };
  }

  run(): void {
    this.#template();
    for (const step of this.#steps) {
      const place = at(nodePath(step.id), 'settings');
      const settings = (step.node.settings ?? {}) as Settings;
      this.#step(step, settings, place);
      this.#fieldRights(settings, place);
      this.#end(step);
    }
  }

  #step(step: PlacedStep, settings: Settings, place: ProblemPath): void {
    const { type } = step;
    if (type === 'approve' || type === 'handle') this.#human(step, settings, place);
    if (type === 'cc') this.#copy(step, settings, place);
    if (type === 'router') this.#router(step, settings, place);
    if (type === 'subProcess') this.#subProcess(step, settings, place);
    if (type === 'delay') this.#delay(step, settings, place);
    if (type === 'wait') this.#wait(step, settings, place);
    if (type === 'trigger') this.#trigger(step, settings, place);
    if (isBranching(type)) branchProblems(this.document, step, this.problems, this.#names);
  }

  #say(place: ProblemPath, why: string, severity: Severity = 'error'): void {
    this.problems.invalid(place, why, severity);
  }

  #template(): void {
    const { settings = {} } = this.document;
    const place = at(ROOT_PATH, 'settings');
    this.#texts(settings.titleTemplate, at(place, 'titleTemplate'), this.#names);
    settings.summaryFields?.forEach((name, i) => this.#field(name, at(place, 'summaryFields', i)));
    this.#ids('users', settings.managers, at(place, 'managers'));
    const { initiators, emptyApprover } = settings;
    for (const [kind, name] of INITIATORS)
      this.#ids(kind, initiators?.[name], at(place, 'initiators', name));
    if (isObject(emptyApprover))
      this.#ids('users', emptyApprover.users, at(place, 'emptyApprover', 'users'));
  }

  #human(step: PlacedStep, settings: Settings, place: ProblemPath): void {
    this.#asked(step, settings, place);
    this.#expression(settings.skipWhen, at(place, 'skipWhen'), 'boolean');
    this.#turns(step, settings, place);
  }

  /** Whom a step asks, and whom instead. */
  #asked({ node }: PlacedStep, settings: Settings, place: ProblemPath): void {
    if (settings.auto === undefined && (settings.candidates ?? []).length === 0)
      this.#say(at(place, 'candidates'), `“${calledOf(node)}”没有设置审批人`);
    this.#candidates(settings.candidates, at(place, 'candidates'));
    settings.timeouts?.forEach(({ action, to }, i) => {
      const where = at(place, 'timeouts', i, 'to');
      if (action === 'transfer' && (to ?? []).length === 0) this.#say(where, '没有设置转给谁');
      this.#candidates(to, where);
    });
    if (isObject(settings.emptyApprover))
      this.#ids('users', settings.emptyApprover.users, at(place, 'emptyApprover', 'users'));
  }

  /** Where a step sends the instance back to. */
  #turns(step: PlacedStep, { returnTargets, onReject }: Settings, place: ProblemPath): void {
    if (Array.isArray(returnTargets))
      returnTargets.forEach((target, i) =>
        this.#target(step, target, at(place, 'returnTargets', i), '退回'),
      );
    if (isObject(onReject) && 'node' in onReject)
      this.#target(step, onReject.node as string, at(place, 'onReject', 'node'), '拒绝后转到');
  }

  #copy({ node }: PlacedStep, { candidates }: Settings, place: ProblemPath): void {
    if ((candidates ?? []).length === 0)
      this.#say(at(place, 'candidates'), `“${calledOf(node)}”没有设置抄送人`, 'warning');
    this.#candidates(candidates, at(place, 'candidates'));
  }

  #router(step: PlacedStep, { routes = [] }: Settings, place: ProblemPath): void {
    if (routes.length === 0)
      this.#say(at(place, 'routes'), `“${calledOf(step.node)}”没有设置路由`, 'warning');
    routes.forEach(({ when, to }, i) => {
      this.#expression(when, at(place, 'routes', i, 'when'), 'boolean');
      this.#target(step, to, at(place, 'routes', i, 'to'), '路由');
    });
  }

  #subProcess(step: PlacedStep, settings: Settings, place: ProblemPath): void {
    const { templateId, each, values, starter } = settings;
    this.#startedTemplate(step, templateId, at(place, 'templateId'));
    const rows = each === undefined ? undefined : this.#rows(each, at(place, 'each'));
    this.#candidates(starter, at(place, 'starter'));
    const names = rows === undefined ? this.#names : this.#names && { ...this.#names, [ROW]: rows };
    const object = this.world.objectsOf?.get(templateId ?? '');
    this.#values(values, at(place, 'values'), this.world.objects?.get(object ?? ''), names);
  }

  #startedTemplate(step: PlacedStep, templateId: string | undefined, place: ProblemPath): void {
    if (templateId === undefined) this.#say(place, `“${calledOf(step.node)}”没有选择流程`);
    else if (templateId === this.world.templateId) this.#say(place, '子流程不能发起自己');
    else this.#ids('templates', [templateId], place);
  }

  /** The type of a sub-table's row. */
  #rows(name: string, place: ProblemPath): Type | undefined {
    if (!this.#field(name, place)) return undefined;
    const type = this.world.fields?.[name];
    if (typeof type === 'object' && 'list' in type) return type.list;
    if (type !== undefined) this.#say(place, `“${name}”不是子表`);
    return undefined;
  }

  #delay({ node }: PlacedStep, settings: Settings, place: ProblemPath): void {
    const { until } = settings;
    if (until === undefined && settings.for === undefined)
      return this.#say(place, `“${calledOf(node)}”没有设置时间`);
    if (until === undefined || !this.#field(until, at(place, 'until'))) return;
    const type = this.world.fields?.[until] ?? 'any';
    if (type !== 'date' && type !== 'dateTime' && type !== 'any')
      this.#say(at(place, 'until'), `“${until}”不是日期`);
  }

  #wait({ node }: PlacedStep, { when }: Settings, place: ProblemPath): void {
    if (when === undefined) this.#say(at(place, 'when'), `“${calledOf(node)}”没有设置条件`);
    this.#expression(when, at(place, 'when'), 'boolean');
  }

  #trigger({ node }: PlacedStep, { do: does }: Settings, place: ProblemPath): void {
    const where = at(place, 'do');
    if (does === undefined) return this.#say(where, `“${calledOf(node)}”没有设置动作`);
    if (does.action === 'message') {
      if (does.to.length === 0) this.#say(at(where, 'to'), `“${calledOf(node)}”没有设置接收人`);
      if (does.title.trim() === '')
        this.#say(at(where, 'title'), `“${calledOf(node)}”没有设置消息的标题`);
      this.#candidates(does.to, at(where, 'to'));
      this.#texts(does.title, at(where, 'title'), this.#names);
      return this.#texts(does.content, at(where, 'content'), this.#names);
    }
    if (does.action === 'http') return this.#request(calledOf(node), does, where);
    const { objects, fields } = this.world;
    const written = does.action === 'update' ? fields : objects?.get(does.objectApiName);
    if (does.action === 'create' && objects && !written)
      this.#say(at(where, 'objectApiName'), `对象“${does.objectApiName}”已不存在`);
    this.#values(does.values, at(where, 'values'), written);
  }

  /** A request to an address outside. */
  #request(name: string, does: Request, place: ProblemPath): void {
    const { url, fields = [], answers = [], waits = false } = does;
    if (url.trim() === '') this.#say(at(place, 'url'), `“${name}”没有设置地址`);
    fields.forEach((field, i) => this.#field(field, at(place, 'fields', i)));
    answers.forEach((field, i) => this.#field(field, at(place, 'answers', i)));
    if (answers.length > 0 && !waits)
      this.#say(at(place, 'answers'), `“${name}”不等待回调，回填的字段不会有值`, 'warning');
  }

  /** What is written, by field. */
  #values(
    values: Readonly<Record<string, string>> | undefined,
    place: ProblemPath,
    written: Names | undefined,
    names = this.#names,
  ): void {
    for (const [name, text] of Object.entries(values ?? {})) {
      const where = at(place, name);
      if (!this.#isOf(written, name, where)) continue;
      const fault = valueFault(text, names, written?.[name]);
      if (fault !== undefined) this.problems.expression(where, fault);
    }
  }

  #fieldRights({ fieldPerms }: Settings, place: ProblemPath): void {
    for (const name of Object.keys(fieldPerms ?? {}))
      if (name !== '*') this.#field(name, at(place, 'fieldPerms', name), 'warning');
  }

  /** What follows an end is never reached. */
  #end({ type, block, at: index }: PlacedStep): void {
    const next = this.#steps.find((each) => each.block === block && each.at === index + 1);
    if (type === 'end' && next)
      this.#say(nodePath(next.id), `“${calledOf(next.node)}”在结束之后，永远到不了`);
  }

  #candidates(candidates: readonly Candidate[] | undefined, place: ProblemPath): void {
    candidates?.forEach(({ strategy, param = [] }, i) => {
      const where = at(place, i, 'param');
      if (NEEDS_PARAM.has(strategy) && param.length === 0)
        return this.#say(where, '没有选择具体的人员范围');
      const kind = NAMED[strategy];
      if (kind) this.#ids(kind, param.map(String), where, candidates.length === 1);
      if (BY_FIELD.has(strategy)) param.forEach((name) => this.#field(String(name), where));
      if (strategy === STRATEGIES.expression)
        param.forEach((text, at_) => this.#expression(String(text), at(where, at_)));
    });
  }

  /** Ids that are gone; an error where no other is left and no one else is named. */
  #ids(
    kind: IdKind,
    ids: readonly string[] | undefined,
    place: ProblemPath,
    isOnly = kind === 'templates',
  ): void {
    const known = this.world.ids?.[kind];
    if (!known || !ids) return;
    const gone = ids.filter((id) => !known.has(id));
    if (gone.length === 0) return;
    const isAll = gone.length === ids.length && isOnly;
    this.#say(place, GONE[kind], isAll ? 'error' : 'warning');
  }

  #field(name: string, place: ProblemPath, severity?: Severity): boolean {
    return this.#isOf(this.world.fields, name, place, severity);
  }

  /** Says that a field is gone; without the fields of the object, they are not checked. */
  #isOf(fields: Names | undefined, name: string, place: ProblemPath, severity?: Severity): boolean {
    if (!fields || Object.hasOwn(fields, name)) return true;
    this.#say(place, `字段“${name}”已不存在`, severity);
    return false;
  }

  #expression(
    text: string | undefined,
    place: ProblemPath,
    wanted?: Type,
    names = this.#names,
  ): void {
    const fault = text === undefined ? undefined : expressionFault(text, names, wanted);
    if (fault !== undefined) this.problems.expression(place, fault);
  }

  #texts(text: string | undefined, place: ProblemPath, names: Names | undefined): void {
    holesOf(text ?? '').forEach((part, i) => {
      if (i % 2 === 1) this.#expression(part, place, undefined, names);
    });
  }

  /**
   * Where a node may send an instance: to a node of its own block or of one around it; back, unless
   * it is a route.
   */
  #target(from: PlacedStep, to: string, place: ProblemPath, what: string): void {
    const target = this.#byId.get(to);
    if (!target) return this.#say(place, `${what}的节点“${to}”不存在`);
    const name = calledOf(target.node);
    const level = this.#within(from, target.block);
    if (level === undefined)
      return this.#say(place, `${what}的节点“${name}”在另一个分支里，从这里到不了`);
    const isBack = target.at < level.at;
    if (to === from.id || (!isBack && what !== '路由'))
      this.#say(place, `${what}的节点“${name}”在此之前没有经过`);
  }

  /** The step itself, or the branching one it lies in, that is in this block. */
  #within(step: PlacedStep, block: string): PlacedStep | undefined {
    if (step.block === block) return step;
    const outer = step.around.at(-1);
    return outer && this.#within(this.#byId.get(outer[0])!, block);
  }
}

/** Objects whose records triggers create, for the world of a template. */
export const objectsWritten = (document: FlowDocument): Set<string> =>
  new Set(
    placedSteps(document).flatMap(({ node }) => {
      const does = own(node.settings, 'do');
      const object = own(does, 'action') === 'create' ? own(does, 'objectApiName') : undefined;
      return typeof object === 'string' ? [object] : [];
    }),
  );

/** Ids a template names, for its world. */
export function idsOf(document: FlowDocument): Record<IdKind, Set<string>> {
  const found: Record<IdKind, Set<string>> = {
    users: new Set(document.settings?.managers),
    depts: new Set(),
    roles: new Set(),
    workGroups: new Set(),
    templates: new Set(),
  };
  const add = (kind: IdKind, ids: unknown): void => {
    if (Array.isArray(ids)) for (const id of ids) found[kind].add(String(id));
  };
  const { initiators, emptyApprover } = document.settings ?? {};
  for (const [kind, name] of INITIATORS) add(kind, initiators?.[name]);
  add('users', own(emptyApprover, 'users'));
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isObject(value)) return;
    const kind = NAMED[value['strategy'] as number];
    if (kind) add(kind, value['param']);
    if (typeof value['templateId'] === 'string') found.templates.add(value['templateId']);
    add('users', own(value['emptyApprover'], 'users'));
    Object.values(value).forEach(visit);
  };
  for (const { node } of placedSteps(document)) visit(node.settings);
  return found;
}
