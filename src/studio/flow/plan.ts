import { FLOW_NODES, STRATEGIES } from '../../contract/index.ts';
import type { Json } from '../../document/index.ts';
import type { Operation } from '../../document/operations/index.ts';
import type { FlowDocument, FlowNode } from '../../flow/index.ts';
import type { Plan, Wish } from '../../../machines/index.ts';
import type { NewId } from '../preview/index.ts';
import { idsIn, nodeKindOf, kindTitle } from './outline.ts';

type Steps = { steps: Operation<FlowNode>[]; select: string } | { refusal: string };
interface Position {
  readonly parent: string;
  readonly slot: string;
  readonly index: number;
}
const BRANCHES = 'branches';
const STEPS = 'steps';
const BRANCHING = new Set(['condition', 'parallel', 'inclusive']);
const WITH_DEFAULT = new Set(['condition', 'inclusive']);
/** What a new node begins with. */
const BEGINNINGS: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  approve: { candidates: [{ strategy: STRATEGIES.starterDeptLeader, param: [1] }], multi: 'any' },
  handle: { candidates: [], multi: 'any' },
  cc: { candidates: [] },
};

/** How what a person wants done to a template is done; a refusal is a sentence for them. */
export class FlowPlans {
  private readonly parents = new Map<string, Position>();
  private readonly taken: Set<string>;
  constructor(
    private readonly flow: FlowDocument,
    private readonly selected: string,
    private readonly newId: NewId,
  ) {
    this.taken = new Set(Object.keys(flow.nodes));
    for (const [parent, node] of Object.entries(flow.nodes))
      for (const slot of Object.keys(node.slots ?? {}))
        idsIn(node).forEach((id, index) => this.parents.set(id, { parent, slot, index }));
  }

  plan(wish: Wish): Plan {
    switch (wish.type) {
      case 'INSERT':
        return this.insert(wish.what, this.wanted(wish) ?? this.behind(this.selected, wish.what));
      case 'MOVE':
        return this.move(wish.id, wish.parentId ?? this.flow.root, wish.index);
      case 'REMOVE':
        return this.remove(wish.id ?? this.selected);
      case 'DUPLICATE':
        return this.duplicate(wish.id ?? this.selected, this.wanted(wish));
    }
  }

  private wanted({ parentId, index }: { parentId?: string; index?: number }): Position | null {
    return parentId === undefined ? null : this.position(parentId, index ?? Infinity);
  }
  /**
   * A place in a node: within its slot, a default branch stays the last. Counted without `moved`.
   */
  private position(parent: string, index: number, moved?: string): Position | null {
    const node = this.flow.nodes[parent];
    const [slot] = Object.keys(node?.slots ?? {});
    if (!node || slot === undefined) return null;
    const ids = idsIn(node).filter((id) => id !== moved);
    const isRoot = parent === this.flow.root;
    const last = this.flow.nodes[ids.at(-1) ?? ''];
    const most = isRoot || last?.default === true ? ids.length - 1 : ids.length;
    return { parent, slot, index: Math.max(isRoot ? 1 : 0, Math.min(index, most)) };
  }
  private behind(id: string, what: string): Position | null {
    const node = this.flow.nodes[id];
    if (id === this.flow.root) return this.position(id, Infinity);
    if (nodeKindOf(node) === 'branch' && what !== 'branch') return this.position(id, 0);
    if (BRANCHING.has(nodeKindOf(node)) && what === 'branch') return this.position(id, Infinity);
    const home = this.parents.get(id);
    return home ? this.position(home.parent, home.index + 1) : null;
  }
  private fits(kind: string, { slot }: Position): boolean {
    return (kind === 'branch') === (slot === BRANCHES);
  }

  private fresh(kind: string): string {
    const id = this.newId(this.taken, kind);
    this.taken.add(id);
    return id;
  }
  /** A name like those of its kind, with the next number. */
  private nameOf(kind: string): string {
    const title = kind === 'branch' ? '条件' : kindTitle(kind);
    const names = new Set(Object.values(this.flow.nodes).map(({ name }) => name));
    for (let n = 1; ; n++) {
      const name = n === 1 && kind !== 'branch' ? title : `${title} ${n}`;
      if (!names.has(name)) return name;
    }
  }

  private insert(kind: string, to: Position | null): Steps {
    const known = kind === 'branch' || (Object.hasOwn(FLOW_NODES, kind) && kind !== 'start');
    if (!known || kind === 'end') return { refusal: `没有“${kind}”这种节点` };
    if (!to || !this.fits(kind, to)) return { refusal: `${kindTitle(kind)}不能放在这里` };
    const id = this.fresh(kind);
    const steps: Operation<FlowNode>[] = [
      { op: 'insert', id, node: this.blank(kind, this.nameOf(kind)), to },
    ];
    if (BRANCHING.has(kind)) {
      const withDefault = WITH_DEFAULT.has(kind);
      this.branch(steps, id, 0, withDefault ? '条件 1' : '分支 1');
      this.branch(steps, id, 1, withDefault ? '其他情况' : '分支 2', withDefault);
    }
    return { steps, select: id };
  }
  private blank(kind: string, name: string): FlowNode {
    const settings = BEGINNINGS[kind];
    return {
      type: `${kind}@1`,
      name,
      ...(settings && { settings: { ...settings } }),
      ...(BRANCHING.has(kind) && { slots: { [BRANCHES]: [] } }),
      ...(kind === 'branch' && { slots: { [STEPS]: [] } }),
    };
  }
  private branch(
    steps: Operation<FlowNode>[],
    parent: string,
    index: number,
    name: string,
    isDefault = false,
  ): void {
    const node = { ...this.blank('branch', name), ...(isDefault && { default: true }) };
    steps.push({
      op: 'insert',
      id: this.fresh('branch'),
      node,
      to: { parent, slot: BRANCHES, index },
    });
  }

  private isWithin(id: string, above: string): boolean {
    for (let at: string | undefined = id; at !== undefined; at = this.parents.get(at)?.parent)
      if (at === above) return true;
    return false;
  }
  private isFixed(id: string): boolean {
    const node = this.flow.nodes[id];
    return (
      !node || id === this.flow.root || nodeKindOf(node) === 'start' || nodeKindOf(node) === 'end'
    );
  }

  private move(id: string, parent: string, index: number): Steps {
    const node = this.flow.nodes[id];
    if (!node || this.isFixed(id)) return { refusal: '开始和结束不能移动' };
    if (node.default === true) return { refusal: '“其他情况”总在最后，不能移动' };
    if (this.isWithin(parent, id)) return { refusal: '不能移动到它自己里面' };
    const home = this.parents.get(id)!;
    const to = this.position(parent, index, id);
    if (!to || !this.fits(nodeKindOf(node), to)) return { refusal: '不能移动到这里' };
    if (this.branchesLeft(home, id) < 2 && home.parent !== parent)
      return { refusal: '至少要有两个分支；不需要分支时，请删除整个分支节点' };
    return { steps: [{ op: 'move', id, to }], select: id };
  }
  /** Branches of a node besides this one; enough of them where it is no branch. */
  private branchesLeft({ parent, slot }: Position, id: string): number {
    return slot === BRANCHES
      ? idsIn(this.flow.nodes[parent]).filter((each) => each !== id).length
      : Infinity;
  }

  private remove(id: string): Steps {
    const home = this.parents.get(id);
    const node = this.flow.nodes[id];
    if (!home || !node || this.isFixed(id)) return { refusal: '开始和结束不能删除' };
    if (node.default === true) return { refusal: '“其他情况”不能删除：不符合条件的流程从这里走' };
    if (this.branchesLeft(home, id) < 2)
      return { refusal: '至少要有两个分支；不需要分支时，请删除整个分支节点' };
    const rest = idsIn(this.flow.nodes[home.parent]).filter((each) => each !== id);
    return {
      steps: [{ op: 'remove', id }],
      select: rest[Math.max(0, home.index - 1)] ?? home.parent,
    };
  }

  private duplicate(id: string, to: Position | null): Steps {
    const home = this.parents.get(id);
    if (!home || this.isFixed(id)) return { refusal: '开始和结束不能复制' };
    const place = to ?? this.position(home.parent, home.index + 1);
    if (!place || !this.fits(nodeKindOf(this.flow.nodes[id]), place))
      return { refusal: '不能粘贴到这里' };
    const steps: Operation<FlowNode>[] = [];
    const copied = this.copyOf(id, place, steps);
    return { steps, select: copied };
  }
  private copyOf(id: string, to: Position, steps: Operation<FlowNode>[], top = true): string {
    const node = this.flow.nodes[id]!;
    const copied = this.fresh(nodeKindOf(node));
    steps.push({ op: 'insert', id: copied, node: emptyCopy(node, top), to });
    for (const slot of Object.keys(node.slots ?? {}))
      idsIn(node).forEach((child, index) =>
        this.copyOf(child, { parent: copied, slot, index }, steps, false),
      );
    return copied;
  }
}

/** A copy without what is inside; the one that is copied itself has a name of its own. */
function emptyCopy({ slots, default: isDefault, ...rest }: FlowNode, top: boolean): FlowNode {
  const names = Object.keys(slots ?? {});
  const empty = Object.fromEntries(names.map((name) => [name, []]));
  return {
    ...rest,
    ...(isDefault && !top && { default: true }),
    ...(top && rest.name && { name: `${rest.name} 副本` }),
    ...(names.length > 0 && { slots: empty }),
  };
}
