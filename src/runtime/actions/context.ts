import { runInAction, untracked } from 'mobx';
import type { FilterNode, Labels, Sort } from '../../contract/index.ts';
import { CellModel } from '../models/cell.ts';
import { asValue } from '../models/guards.ts';
import type { FormModelImpl } from '../models/form.ts';
import { callAndPublish } from '../models/record-changes.ts';
import type { ListModel } from '../models/types.ts';
import type { EnginePorts } from '../ports/ports.ts';
import { Pending, resolveBind } from '../scope/bind.ts';
import type { Locals } from '../scope/locals.ts';
import type { PageScope } from '../scope/page-scope.ts';
import type { LayerRequest, LayerResult } from '../scope/layers.ts';
import type { ActionModel } from '../../page/index.ts';
import type { ActionContext, Attempt, DryEntry, PendingWrite, RecordResult } from './types.ts';
import type { WriteUnit } from './write-unit.ts';

/** How an action runs the steps it holds; see ActionContext. */
export interface Nesting {
  run(steps: unknown, names: Record<string, unknown>): Promise<boolean>;
  attempt(steps: unknown): Promise<Attempt>;
  dryRun(steps: unknown): Promise<readonly DryEntry[]>;
}

/** What a list lets steps set: orders.search, orders.filter ... */
const LIST_SETTERS: Record<string, (list: ListModel, value: unknown) => void> = {
  search: (list, value) => list.setSearch(String(value ?? '')),
  filter: (list, value) => list.setFilter(value as FilterNode | null),
  sort: (list, value) => list.setSort((value ?? []) as Sort),
  groupBy: (list, value) => list.setGroupBy((value ?? []) as string[]),
  current: (list, value) => list.setPage(Number(value)),
  size: (list, value) => list.setSize(Number(value)),
  opened: (list, value) =>
    list.navigator.open(typeof value === 'string' && value !== '' ? value : null),
  selection: (list, value) => {
    list.clearSelection();
    list.select((value ?? []) as string[], true);
  },
};

/** The page as one run of an action sees it. */
export class RunContext implements ActionContext {
  readonly ports: EnginePorts;
  constructor(
    private readonly scope: PageScope,
    private readonly step: ActionModel,
    private readonly locals: Locals,
    private readonly unit: WriteUnit,
    private readonly results: object,
    private readonly nesting: Nesting,
  ) {
    this.ports = scope.ports;
  }
  get signal(): AbortSignal {
    return this.scope.signal;
  }

  resolve(path: string): unknown {
    const bound = untracked(() => resolveBind(this.scope, path.split('.'), this.locals));
    if (bound instanceof Pending) throw new TypeError(`“${path}”还没有加载完成`);
    return bound;
  }
  write(values: readonly (readonly [path: string, value: unknown])[]): void {
    const resetting = ([path]: readonly [string, unknown]): boolean => {
      const [root, name = ''] = path.split('.');
      const cell = root === 'state' ? this.scope.cells.get(name) : undefined;
      return cell instanceof CellModel && cell.resets;
    };
    runInAction(() => {
      for (const [path, value] of values.toSorted(
        (a, b) => Number(resetting(b)) - Number(resetting(a)),
      ))
        this.writeOne(path, value);
    });
  }
  private writeOne(path: string, value: unknown): void {
    const [root = '', member = ''] = path.split('.');
    const list = this.scope.declared.get(root);
    const setter = list?.kind === 'list' ? LIST_SETTERS[member] : undefined;
    if (list?.kind === 'list' && setter) return setter(list, value);
    asValue(this.resolve(path)).set(value);
  }
  form(name: string): FormModelImpl {
    const form = this.scope.forms.get(name);
    if (!form) throw new TypeError(`没有名为“${name}”的表单`);
    return form;
  }
  send(machine: string, event: { type: string; [key: string]: unknown }): void {
    const declared = this.scope.declared.get(machine);
    if (declared?.kind === 'machine') return declared.send(event);
    const shared = this.ports.actor(machine);
    if (!shared) throw new TypeError(`没有名为“${machine}”的状态机`);
    shared.send(event);
  }
  emit(event: string, payload: unknown): Promise<void> {
    return this.scope.emit(event, payload);
  }
  async call(id: string, input: Record<string, unknown>): Promise<unknown> {
    const answer = await callAndPublish(this.ports, id, input);
    const labels =
      typeof answer === 'object' && answer !== null && 'labels' in answer
        ? answer.labels
        : undefined;
    if (labels) this.ports.labels.add(labels as Labels);
    return answer;
  }
  record(asks: readonly PendingWrite[]): readonly RecordResult[] {
    return this.unit.add(asks, this.step, this.results);
  }
  open(ask: LayerRequest): Promise<LayerResult> {
    return this.scope.layers.add(ask);
  }
  run(steps: unknown, locals: Record<string, unknown> = {}): Promise<boolean> {
    return this.nesting.run(steps, locals);
  }
  attempt(steps: unknown): Promise<Attempt> {
    return this.nesting.attempt(steps);
  }
  dryRun(steps: unknown): Promise<readonly DryEntry[]> {
    return this.nesting.dryRun(steps);
  }
  focus(target: string): void {
    if (this.scope.focusNode(target)) return;
    const model = this.resolve(target);
    if (typeof model === 'object' && model !== null && 'focus' in model)
      (model as { focus(): void }).focus();
  }
}
