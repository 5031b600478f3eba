import type { ReactNode } from 'react';
import { computed, observable, runInAction } from 'mobx';
import type { IComputedValue, IObservableValue } from 'mobx';
import type { NodeModel, WhenModel } from '../../page/index.ts';
import { runEvent } from '../../runtime/actions/index.ts';
import type { NodeHandle } from '../kit/types.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import type { Registry, WidgetEntry } from '../registry/registry.ts';
import type { FormModelImpl } from '../../runtime/models/index.ts';
import {
  Pending,
  resolveBind,
  rowLocals,
  type Locals,
  type PageScope,
} from '../../runtime/scope/index.ts';
import { domIdOf } from '../context/dom-id.ts';
import { propsOf } from '../context/props.ts';
import { RenderWatch } from '../registry/render-watch.ts';
import { isVisible } from '../context/visible.ts';

/**
 * Events with a new value, and what blocks emit: a second one must not be lost because the first is
 * still being handled.
 */
const VALUE_EVENTS: ReadonlySet<string> = new Set([
  'change',
  'input',
  'search',
  'select',
  'check',
  'selectionChange',
  'filter',
  'sort',
  'page',
  'pick',
  'move',
  'rename',
  'emit',
]);
/** Most cached rows of a repeated slot; beyond it the cache is cleared. */
const MAX_CACHED_ROWS = 2_000;

/** Draws the nodes of a slot; given by the host, which knows this class. */
export type DrawNodes = (
  ids: readonly string[],
  locals: Locals | null,
  scope: PageScope,
  registry: Registry,
) => ReactNode;

interface Flags {
  required: boolean;
  readonly: boolean;
  disabled: boolean;
}
/**
 * The three states, each read from the one computed: a view draws again only when one of them
 * turned.
 */
class NodeState {
  constructor(private readonly flags: IComputedValue<Flags> | null) {}
  get required(): boolean {
    return this.flags?.get().required ?? false;
  }
  get readonly(): boolean {
    return this.flags?.get().readonly ?? false;
  }
  get disabled(): boolean {
    return this.flags?.get().disabled ?? false;
  }
}
/**
 * The states of a field as they are, for a node that adds no condition of its own: read at their
 * source, without a computed between.
 */
class FieldState {
  constructor(private readonly field: () => Flags | undefined) {}
  get required(): boolean {
    return this.field()?.required ?? false;
  }
  get readonly(): boolean {
    return this.field()?.readonly ?? false;
  }
  get disabled(): boolean {
    return this.field()?.disabled ?? false;
  }
}
interface CachedRow {
  value: unknown;
  index: number;
  content: ReactNode;
}
let rows = 0;

/** A slot the node has itself: names may come from data, and toString is no slot. */
const ownSlot = ({ slots }: NodeModel, name: string): NodeModel['slots'][string] | undefined =>
  Object.hasOwn(slots, name) ? slots[name] : undefined;

/** One drawn node (of a repeated slot: in one row). Holds no reaction, so it needs no dispose. */
export class NodeHandleImpl implements NodeHandle<Record<string, unknown>> {
  private given: Record<string, unknown> | null = null;
  readonly watch = new RenderWatch();
  private readonly target: IComputedValue<unknown> | null;
  readonly state: NodeState | FieldState;
  /**
   * The form of a node that is bound to one of its fields and is in no row: most of a form's nodes.
   */
  private readonly form: FormModelImpl | null;
  // Made when first needed: most nodes have neither rows nor slots.
  private rowCache: Map<string, CachedRow> | null = null;
  private slotCache: Map<string, ReactNode> | null = null;
  private running: IObservableValue<number> | null = null;
  private readonly rowMark: string;

  constructor(
    readonly model: NodeModel,
    private readonly entry: WidgetEntry | undefined,
    readonly scope: PageScope,
    readonly registry: Registry,
    readonly locals: Locals | null,
    private readonly draw: DrawNodes,
  ) {
    this.form =
      !locals && model.bind?.length === 2 ? (scope.forms.get(model.bind[0]!) ?? null) : null;
    this.target =
      model.bind && !this.form ? computed(() => resolveBind(scope, model.bind!, locals)) : null;
    const isPlain = !model.when.required && !model.when.readonly && !model.when.disabled;
    const hasFlags = this.target || !isPlain;
    const flags = hasFlags
      ? computed(() => this.readFlags(), {
          equals: (a, b) =>
            a.required === b.required && a.readonly === b.readonly && a.disabled === b.disabled,
        })
      : null;
    this.state =
      this.form && isPlain
        ? new FieldState(() => this.bound as Flags | undefined)
        : new NodeState(flags);
    this.rowMark = locals ? `r${++rows}` : '';
  }

  /** Made when the view first reads them: a definition is whole once its view is there. */
  get props(): Record<string, unknown> {
    this.given ??= this.entry
      ? (propsOf(this.model, this.entry.definition, this.scope, this.locals) as Record<
          string,
          unknown
        >)
      : {};
    return this.given;
  }
  get id(): string {
    return this.model.id;
  }
  get type(): string {
    return this.model.type;
  }
  get ports(): EnginePorts {
    return this.scope.ports;
  }
  /** What the node is bound to is still being loaded. */
  get pending(): Pending | null {
    const target = this.resolveBinding();
    return target instanceof Pending ? target : null;
  }
  private resolveBinding(): unknown {
    return this.form ? resolveBind(this.scope, this.model.bind!, null) : this.target?.get();
  }
  get bound(): unknown {
    const target = this.resolveBinding();
    return target instanceof Pending ? undefined : target;
  }
  get visible(): boolean {
    return isVisible(this.model, this.scope, this.locals);
  }

  private readFlags(): Flags {
    const field = this.bound as Partial<Flags & { kind: string }> | undefined;
    const own = field?.kind === 'field' ? field : undefined;
    const flag = (part: keyof Flags & keyof WhenModel): boolean =>
      own?.[part] === true || this.scope.flagOf(this.model.when[part], this.locals, false);
    return { required: flag('required'), readonly: flag('readonly'), disabled: flag('disabled') };
  }

  hasSlot(name: string): boolean {
    return this.slotSize(name) > 0;
  }
  slotSize(name: string): number {
    return ownSlot(this.model, name)?.ids.length ?? 0;
  }
  shows(name: string): boolean {
    const ids = ownSlot(this.model, name)?.ids ?? [];
    return ids.length === 0 || ids.some((id) => this.draws(id));
  }
  /** A condition that fails is said where its node is drawn. */
  private draws(id: string): boolean {
    const node = this.scope.node(id);
    try {
      return node === undefined || isVisible(node, this.scope, this.locals);
    } catch {
      return true;
    }
  }
  slot(name: string, row?: { value: unknown; key: string; index: number }): ReactNode {
    if (row) return this.rowSlot(name, row);
    this.slotCache ??= new Map();
    if (!this.slotCache.has(name)) this.slotCache.set(name, this.content(name, this.locals));
    return this.slotCache.get(name);
  }
  private rowSlot(name: string, row: { value: unknown; key: string; index: number }): ReactNode {
    const key = `${name}\u0000${row.key}`;
    this.rowCache ??= new Map();
    const known = this.rowCache.get(key);
    if (known && known.value === row.value && known.index === row.index) return known.content;
    if (this.rowCache.size >= MAX_CACHED_ROWS) this.rowCache.clear();
    const alias = this.model.slots[name]?.as ?? 'row';
    const content = this.content(name, rowLocals(alias, row.value, row.index, this.locals));
    this.rowCache.set(key, { value: row.value, index: row.index, content });
    return content;
  }
  private content(name: string, locals: Locals | null): ReactNode {
    const ids = ownSlot(this.model, name)?.ids;
    return ids ? this.draw(ids, locals, this.scope, this.registry) : null;
  }

  handles(event: string): boolean {
    return (this.model.on[event]?.length ?? 0) > 0;
  }
  private get runs(): IObservableValue<number> {
    return (this.running ??= observable.box(0));
  }
  get busy(): boolean {
    return this.runs.get() > 0;
  }
  async emit(event: string, payload?: unknown): Promise<boolean> {
    const steps = this.model.on[event];
    if (!steps || steps.length === 0) return true;
    if (this.busy && !VALUE_EVENTS.has(event)) return false;
    runInAction(() => this.runs.set(this.runs.get() + 1));
    try {
      return await runEvent(
        { scope: this.scope, registry: this.registry, locals: this.locals },
        steps,
        payload,
      );
    } finally {
      runInAction(() => this.runs.set(this.runs.get() - 1));
    }
  }

  domId(part?: string): string {
    return domIdOf(this.scope, `${this.id}${this.rowMark}`, part);
  }
}
