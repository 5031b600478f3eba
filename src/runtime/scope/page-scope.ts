import { computed, observable, runInAction, when } from 'mobx';
import type { IComputedValue, IObservableValue, ObservableSet } from 'mobx';
import { TIME_ZONE } from '../../contract/index.ts';
import { type Context, type Scope, readOwn } from '../../expression/index.ts';
import {
  evaluate,
  type NodeModel,
  type PageModel,
  type SourceSpec,
  type ValueModel,
} from '../../page/index.ts';
import { equalData } from '../models/equal.ts';
import type { FormModelImpl } from '../models/form.ts';
import type { Cell, FieldModel } from '../models/types.ts';
import type { EnginePorts } from '../ports/ports.ts';
import { RequestClient } from '../sources/request-client.ts';
import { isInAddress, PageAddress } from './address.ts';
import { followResets, initOf, makeCell } from './cells.ts';
import { makeForm, makeSource } from './declare.ts';
import type { Locals } from './locals.ts';
import { Faults } from './faults.ts';
import { Layers } from './layers.ts';
import { machineModel, type MachineModel } from './machine.ts';
import { paramsOf } from './params.ts';
import { readValue } from './read.ts';
import { handedIn, NOTHING_SHARED, type SharedModels } from './shared.ts';
import { wireRules } from './rules.ts';
import type { Declared, ScopeParts } from './types.ts';

/** How any declaration begins. */
type DeclaredSpec = Pick<SourceSpec, 'name' | 'shared'>;

/**
 * Everything a running page holds: parameters, cells, sources, forms, machines. Lives from open()
 * to dispose().
 */
export class PageScope implements ScopeParts {
  readonly requests: RequestClient;
  readonly cells: ReadonlyMap<string, Cell>;
  readonly declared = new Map<string, Declared>();
  readonly forms = new Map<string, FormModelImpl>();
  /** Pages that actions opened over this one. */
  readonly layers = new Layers();
  /** Blocks that share with this page, by their nodes; they live as long as it does. */
  readonly blocks = new Map<string, PageScope>();
  /** What broke in it. */
  readonly faults: Faults;
  /** What the page declares itself and is not handed in. */
  private readonly own = new Map<string, Declared>();
  private readonly stops: (() => void)[];
  private readonly disposeController = new AbortController();
  private readonly paramsBox: IObservableValue<Record<string, unknown>>;
  private readonly titleText: IComputedValue<string>;
  private readonly dirty: IComputedValue<readonly FormModelImpl[]>;
  private readonly children: ObservableSet<PageScope> = observable.set<PageScope>(undefined, {
    deep: false,
  });
  private readonly focusTargets = new Map<string, () => void>();
  /** Stops hearing what is written. */
  private unsubscribe: (() => void) | null = null;
  private listener: ((event: string, payload: unknown) => unknown) | null = null;

  constructor(
    readonly page: PageModel,
    readonly ports: EnginePorts,
    params: Readonly<Record<string, unknown>>,
    shared: SharedModels = NOTHING_SHARED,
  ) {
    this.requests = new RequestClient(ports);
    this.faults = new Faults(ports.report?.bind(ports));
    this.paramsBox = observable.box(paramsOf(page.params, params), { deep: false });
    const cells = new Map<string, Cell>();
    this.cells = cells;
    for (const spec of page.state.values())
      cells.set(
        spec.name,
        spec.shared
          ? handedIn(shared.cells, spec.name, `state.${spec.name}`)
          : makeCell(this, spec, params),
      );
    const declare = ({ name, shared: isShared }: DeclaredSpec, make: () => Declared): void => {
      const model = isShared ? handedIn(shared.declared, name, name) : make();
      this.declared.set(name, model);
      if (!isShared) this.own.set(name, model);
      if (model.kind === 'form') this.forms.set(name, model);
    };
    for (const spec of page.machines.values())
      declare(spec, () => machineModel(ports, spec.use, this.valueOf(spec.input, null)));
    for (const spec of page.sources.values()) declare(spec, () => makeSource(this, spec, params));
    for (const spec of page.forms.values()) declare(spec, () => makeForm(this, spec));
    this.stops = [...page.state.values()].flatMap((spec) => followResets(this, spec) ?? []);
    this.titleText = computed(() => String(this.valueOf(page.title, null) ?? ''));
    this.dirty = computed(() => [
      ...[...this.forms].flatMap(([name, form]) =>
        this.own.has(name) && form.guarded && form.dirty ? [form] : [],
      ),
      ...[...this.children].flatMap((page) => page.dirtyForms),
    ]);
  }

  /** Gives the forms their rules, those of the blocks' nodes included, and begins to ask for data. */
  open(): void {
    wireRules([...this.withBlocks()]);
    this.start();
  }
  /** Begins to ask for data: a block that shares with its page when it is first drawn. */
  start(): void {
    if (this.unsubscribe) return;
    runInAction(() => {
      for (const model of this.own.values()) if (model.kind !== 'machine') model.open();
    });
    this.unsubscribe = this.ports.news.subscribe((change) => {
      for (const model of this.own.values())
        if (model.kind === 'list' || model.kind === 'source' || model.kind === 'form')
          model.onRecordsChanged(change);
    });
  }
  /** Aborted when the page goes. */
  get signal(): AbortSignal {
    return this.disposeController.signal;
  }
  dispose(): void {
    this.disposeController.abort();
    this.unsubscribe?.();
    this.layers.dispose();
    for (const block of this.blocks.values()) block.dispose();
    for (const stop of this.stops) stop();
    for (const model of this.own.values()) model.dispose();
    this.focusTargets.clear();
  }

  /** What of the page is in the query of its address. */
  readonly address = new PageAddress({
    cells: () =>
      [...this.page.state.values()]
        .filter(isInAddress)
        .map((spec) => ({ spec, cell: this.cells.get(spec.name)!, init: initOf(this, spec) })),
    list: () => {
      const spec = [...this.page.sources.values()].find(
        (each) => each.kind === 'list' && each.inAddress && !each.shared,
      );
      const list = spec && this.declared.get(spec.name);
      return list?.kind === 'list' ? list : undefined;
    },
  });
  get inAddress(): boolean {
    return this.address.isOpen;
  }

  get params(): Readonly<Record<string, unknown>> {
    return this.paramsBox.get();
  }
  setParams(params: Readonly<Record<string, unknown>>): void {
    const next = paramsOf(this.page.params, params);
    if (!equalData(next, this.paramsBox.get())) runInAction(() => this.paramsBox.set(next));
  }
  /** The page's title now. Observable. */
  get title(): string {
    return this.titleText.get();
  }
  /** A page inside this one (in a drawer, in an outlet) runs until the answer is called. */
  attachChild(page: PageScope): () => void {
    runInAction(() => this.children.add(page));
    return () =>
      runInAction(() => {
        this.children.delete(page);
      });
  }
  /**
   * Forms whose unsaved changes would be lost, those of pages inside included: ask before leaving.
   * Observable.
   */
  get dirtyForms(): readonly FormModelImpl[] {
    return this.dirty.get();
  }
  /** Machines in a state that would lose something, those of pages inside included. */
  private get unsavedMachines(): readonly MachineModel[] {
    return [
      ...([...this.own.values()].filter(
        (model) => model.kind === 'machine' && model.unsaved,
      ) as MachineModel[]),
      ...[...this.children].flatMap((page) => page.unsavedMachines),
    ];
  }
  /** Something is not saved yet: ask before leaving. Observable. */
  get unsaved(): boolean {
    return this.dirtyForms.length > 0 || this.unsavedMachines.length > 0;
  }
  /**
   * Whether leaving now would lose work; waits for pending saves, and what they stored is not lost.
   */
  async hasUnsavedWork(): Promise<boolean> {
    await when(
      () =>
        this.dirtyForms.every((form) => form.status !== 'saving') &&
        this.unsavedMachines.every((machine) => !machine.saving),
    );
    return this.unsaved;
  }

  /** A block that shares with this page; `stop` ends what follows the page for it. */
  addBlock(node: string, block: PageScope, stop: () => void): void {
    this.blocks.set(node, block);
    this.stops.push(this.attachChild(block), stop);
  }
  /** This page and the blocks that share with it, at any depth. */
  private *withBlocks(): Generator<PageScope> {
    yield this;
    for (const block of this.blocks.values()) yield* block.withBlocks();
  }

  node(id: string): NodeModel | undefined {
    return this.page.nodes.get(id);
  }

  private context(): Context {
    return { now: this.ports.now(), timeZone: TIME_ZONE };
  }
  /** The value of a compiled value where these locals are known. Reads are tracked. */
  valueOf(model: ValueModel | undefined, locals: Locals | null): unknown {
    if (!model) return undefined;
    return model.kind === 'literal'
      ? model.value
      : evaluate(model, this.readerFor(locals), this.context());
  }
  /** A flag: only true is true; an unknown comparison is not. */
  flagOf(model: ValueModel | undefined, locals: Locals | null, missing: boolean): boolean {
    return model ? this.valueOf(model, locals) === true : missing;
  }
  /** The page's names as an expression reads them where these locals are known. */
  readerFor(locals: Locals | null): Scope {
    return { get: (path) => this.read(path, locals), rows: (path) => this.rows(path, locals) };
  }
  /** Reads a path on an expression's terms; undefined when it leads nowhere. */
  read(path: readonly string[], locals: Locals | null): unknown {
    const [root = '', ...rest] = path;
    const local = locals?.find(root);
    if (local) return readValue(local.value, rest);
    switch (root) {
      case 'params':
        return readOwn(this.params, rest);
      case 'state':
        return readOwn(this.cells.get(rest[0] ?? '')?.value, rest.slice(1));
      case 'user':
        return readOwn(this.ports.person(), rest);
      default:
        return readValue(this.declared.get(root), rest);
    }
  }
  /**
   * Rows of a form's list field as scopes, so that a sum over one column reads that column only.
   */
  private rows(path: readonly string[], locals: Locals | null): readonly Scope[] | undefined {
    const field = this.fieldAt(path, locals);
    if (!field || field.rows.length === 0) return undefined;
    return field.rows.map((row) => ({ get: (inner) => readValue(row, inner) }));
  }
  private fieldAt(path: readonly string[], locals: Locals | null): FieldModel | undefined {
    const [root = '', name = ''] = path;
    const owner = locals?.find(root)?.value ?? this.forms.get(root);
    const bag = owner as
      | { hasField?(name: string): boolean; field(name: string): FieldModel }
      | undefined;
    return path.length === 2 && bag?.hasField?.(name) ? bag.field(name) : undefined;
  }

  /** Subscribes the page's embedder to the events it emits. */
  listen(listener: (event: string, payload: unknown) => unknown): void {
    this.listener = listener;
  }
  /** Resolves when the embedder has done what it does about the event. */
  async emit(event: string, payload: unknown): Promise<void> {
    await this.listener?.(event, payload);
  }

  /** Registers how to focus a widget; returns the unregister function. */
  registerFocusTarget(id: string, focus: () => void): () => void {
    this.focusTargets.set(id, focus);
    return () => {
      if (this.focusTargets.get(id) === focus) this.focusTargets.delete(id);
    };
  }
  focusNode(id: string): boolean {
    const focus = this.focusTargets.get(id);
    focus?.();
    return focus !== undefined;
  }
}
