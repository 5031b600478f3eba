import { FLOW_NODES, FlowTemplateSettings, MAX_FLOW_NODES } from '../../contract/index.ts';
import {
  at,
  checkSchema,
  isObject,
  isText,
  nodePath,
  own,
  Problems,
  ROOT_PATH,
  slotIds,
  tooLarge,
  walkTree,
  type DocumentProblem,
  type JsonObject,
  type ProblemPath,
  type Schema,
} from '../../document/index.ts';
import { FLOW_KIND, FLOW_SCHEMA, type FlowPart } from './types.ts';
import { isBranching, isStep, partOf } from './walk.ts';

/** The ids authors may give. */
const NODE_ID = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;
const MAX_CALLED = 100;
const MAX_WHEN = 2_000;
const MAX_BRANCHES = 20;

const NAME: Schema = { type: 'string', maxLength: MAX_CALLED };
const BRANCH: Schema = {
  type: 'object',
  properties: {
    name: NAME,
    when: { type: 'string', minLength: 1, maxLength: MAX_WHEN },
    default: { type: 'boolean' },
  },
  additionalProperties: false,
};

/**
 * What keeps JSON from being the document of a template: its tree, the types of its nodes, their
 * settings. What a sound document says that makes no sense is `problemsOf`.
 */
export function validateFlow(raw: unknown): DocumentProblem[] {
  const problems = new Problems(FLOW_KIND);
  const size = tooLarge(raw);
  if (size !== undefined) problems.invalid(ROOT_PATH, size);
  else if (!isObject(raw) || !isObject(own(raw, 'nodes')) || !isText(own(raw, 'root')))
    problems.invalid(ROOT_PATH, '这不是一份流程文档');
  else new Validation(raw, raw['nodes'] as JsonObject, problems).run();
  return problems.list;
}

class Validation {
  constructor(
    private readonly raw: JsonObject,
    private readonly nodes: JsonObject,
    private readonly problems: Problems,
  ) {}

  run(): void {
    this.#head();
    const { order } = walkTree(this.raw, this.problems);
    if (this.problems.hasErrors) return;
    this.#count(order);
    const [root, ...others] = order;
    if (partOf(this.nodes[root!]) !== 'flow')
      return this.problems.invalid(nodePath(root!), '最上层的节点应是 flow@1');
    this.#ends(root!);
    this.#slots(root!, 'flow');
    for (const id of others) this.#node(id);
  }

  /** What the document says besides its nodes. */
  #head(): void {
    if (this.raw['schema'] !== FLOW_SCHEMA)
      this.problems.invalid(at(ROOT_PATH, 'schema'), `应为“${FLOW_SCHEMA}”`);
    const settings = this.raw['settings'];
    if (settings !== undefined)
      this.#check(settings, FlowTemplateSettings as Schema, at(ROOT_PATH, 'settings'));
  }

  #count(ids: readonly string[]): void {
    const { length } = ids.filter((id) => isStep(partOf(this.nodes[id])));
    if (length > MAX_FLOW_NODES)
      this.problems.invalid(ROOT_PATH, `最多 ${MAX_FLOW_NODES} 个节点，现在有 ${length} 个`);
  }

  #node(id: string): void {
    const node = this.nodes[id] as JsonObject;
    const part = partOf(node);
    const place = nodePath(id);
    if (part === undefined || part === 'flow')
      return this.problems.invalid(at(place, 'type'), '没有这种节点');
    this.#id(id);
    this.#slots(id, part);
    const { type: _type, slots: _slots, ...rest } = node;
    if (part === 'branch') this.#check(rest, BRANCH, place);
    else this.#step(rest, part, place);
  }

  #step(own: JsonObject, part: keyof typeof FLOW_NODES, place: ProblemPath): void {
    const { name, settings, ...unknown } = own;
    if (name !== undefined) this.#check(name, NAME, at(place, 'name'));
    for (const key of Object.keys(unknown)) this.problems.invalid(at(place, key), '不能有这一项');
    this.#check(settings ?? {}, FLOW_NODES[part] as Schema, at(place, 'settings'));
  }

  #id(id: string): void {
    if (!NODE_ID.test(id))
      this.problems.invalid(
        at(nodePath(id), 'id'),
        `编号“${id}”须以英文字母开头，只含英文字母、数字、下划线和短横，最多 40 个字符`,
      );
  }

  /** Which children a node has, by its type. */
  #slots(id: string, part: FlowPart): void {
    const node = this.nodes[id];
    const wanted = part === 'flow' || part === 'branch' ? 'steps' : 'branches';
    const isOpen = wanted === 'steps' || isBranching(part);
    const slots = own(node, 'slots');
    for (const [name, slot] of Object.entries(isObject(slots) ? slots : {})) {
      const place = at(nodePath(id), 'slots', name);
      if (!isOpen || name !== wanted) {
        this.problems.invalid(place, '这种节点里不能放节点');
        continue;
      }
      slotIds(slot).forEach((child, i) => this.#child(child, wanted, id, at(place, i)));
    }
    if (isBranching(part)) this.#branchCount(id, slotIds(own(slots, 'branches')).length);
  }

  #branchCount(id: string, count: number): void {
    const place = at(nodePath(id), 'branches');
    if (count === 0) this.problems.invalid(place, '至少要有一个分支');
    if (count > MAX_BRANCHES)
      this.problems.invalid(place, `最多 ${MAX_BRANCHES} 个分支，现在有 ${count} 个`);
  }

  #child(child: string, slot: 'steps' | 'branches', parent: string, place: ProblemPath): void {
    const part = partOf(this.nodes[child]);
    const isBranch = part === 'branch';
    if (slot === 'branches' && !isBranch) this.problems.invalid(place, '这里只能放分支');
    if (slot === 'steps' && isBranch) this.problems.invalid(place, '分支只能放在分支节点里');
    if (part === 'start' && parent !== this.raw['root'])
      this.problems.invalid(nodePath(child), '“发起”只能是流程的第一个节点');
  }

  /** A template begins with its start and ends with an end. */
  #ends(root: string): void {
    const steps = slotIds(own(own(this.nodes[root], 'slots'), 'steps'));
    const starts = steps.filter((id) => partOf(this.nodes[id]) === 'start');
    if (starts.length !== 1 || steps[0] !== starts[0])
      this.problems.invalid(nodePath(starts[1] ?? root), '流程须以唯一的“发起”开始');
    if (partOf(this.nodes[steps.at(-1) ?? '']) !== 'end')
      this.problems.invalid(nodePath(steps.at(-1) ?? root), '流程最后须是“结束”');
  }

  #check(value: unknown, schema: Schema, place: ProblemPath): void {
    for (const fault of checkSchema(value, schema, place))
      this.problems.invalid(fault.place, fault.why);
  }
}
