import { PAGE_KIND } from '../model/kind.ts';
import type {
  Flag,
  FormDecl,
  MachineDecl,
  PageDocument,
  PageNode,
  Source,
  StateDecl,
  StepsDecl,
} from '../model/document.ts';
import { compileActionList, stepArgsOf, type StepArgs } from './compile-actions.ts';
import { scopeKey, sortByReads } from './graph.ts';
import {
  asText,
  isObject,
  isText,
  own,
  put,
  at,
  nodePath,
  Problems,
  ROOT_PATH,
  slotAlias,
  slotIds,
  splitType,
  walkTree,
  type JsonObject,
  type DocumentProblem,
  type ProblemPath,
  type Tree,
} from '../../document/index.ts';
import type {
  AliasModel,
  FormSpec,
  MachineSpec,
  NodeModel,
  PageModel,
  Path,
  Readers,
  SlotModel,
  SourceSpec,
  StateSpec,
  StepsSpec,
  ValueModel,
  WhenModel,
} from '../model/model.ts';
import { compileValue, merged, type FaultHandler } from './value.ts';
import { compileWhere } from './where.ts';

export interface CompileOptions {
  /** The actions' names with the arguments that hold steps; the composed ones are known without. */
  actions?: Iterable<{ name: string; steps?: readonly string[] }>;
}

/**
 * Compiles a document. Intended for one that validatePage accepted, but takes any of the right
 * outline: faults (a formula that does not parse, a circle, a missing node) are reported in
 * `problems` and the rest compiles.
 */
export function compilePage(document: PageDocument, options: CompileOptions = {}): PageModel {
  return new PageCompiler(document, stepArgsOf(options.actions)).run();
}

/** Entries of a part of the document that may be missing or malformed. */
function entriesOf<T>(part: unknown): [string, T][] {
  return isObject(part)
    ? (Object.entries(part).filter(([, value]) => isObject(value)) as [string, T][])
    : [];
}

class PageCompiler {
  private readonly problems = new Problems(PAGE_KIND);
  private readonly onFault: FaultHandler = (place, why) => this.problems.expression(place, why);
  constructor(
    private readonly document: PageDocument,
    private readonly steps: StepArgs,
  ) {}

  run(): PageModel {
    const { document } = this;
    const tree = walkTree(document as unknown as JsonObject, this.problems);
    const state = this.map<StateDecl, StateSpec>('state', (name, decl, place) => ({
      name,
      type: decl.type,
      remember: decl.remember ?? false,
      resets: Array.isArray(decl.resets) ? decl.resets.filter(isText) : [],
      shared: decl.shared === true,
      ...this.given(decl, ['init', 'is'], place),
    }));
    const sources = this.map<Source, SourceSpec>('sources', (name, decl, place) =>
      this.source(name, decl, place),
    );
    const forms = this.map<FormDecl, FormSpec>('forms', (name, decl, place) =>
      this.form(name, decl, place),
    );
    const machines = this.map<MachineDecl, MachineSpec>('machines', (name, decl, place) => ({
      name,
      use: decl.use,
      shared: decl.shared === true,
      ...this.given(decl, ['input'], place),
    }));
    const steps = this.map<StepsDecl, StepsSpec>('steps', (name, decl, place) => ({
      name,
      params: new Map(entriesOf(decl.params)),
      actions: compileActionList(own(decl, 'do'), at(place, 'do'), this.steps, this.onFault),
    }));
    const onOpen = compileActionList(
      document.onOpen,
      at(ROOT_PATH, 'onOpen'),
      this.steps,
      this.onFault,
    );
    const nodes = new NodeCompiler(document, tree, this.steps).run();
    const title = compileValue(document.title, at(ROOT_PATH, 'title'), this.onFault);
    const reads = declarationReads({ state, sources, forms, machines });
    const { order: declarationOrder, cycles } = sortByReads(reads);
    for (const cycle of cycles)
      this.problems.invalid(placeOf(cycle[0]!, sources, forms), `循环依赖：${cycle.join(' → ')}`);
    let readers: Map<string, Readers> | undefined;
    return {
      document,
      key: document.key,
      rev: document.rev,
      root: document.root,
      title,
      nodes,
      order: tree.order,
      state,
      sources,
      forms,
      machines,
      steps,
      onOpen,
      params: new Map(entriesOf(document.params)),
      declarationOrder,
      // Not needed to run a page, so computed on demand.
      get readers() {
        return (readers ??= readersOf(nodes, reads));
      },
      types: new Set([...nodes.values()].map((node) => node.type)),
      problems: this.problems.list,
    };
  }

  private map<D, S>(
    part: 'state' | 'sources' | 'forms' | 'machines' | 'steps',
    make: (name: string, decl: D, place: ProblemPath) => S,
  ): Map<string, S> {
    return new Map(
      entriesOf<D>(this.document[part]).map(([name, decl]) => [
        name,
        make(name, decl, at(ROOT_PATH, part, name)),
      ]),
    );
  }
  /** The keys that are given, compiled. */
  private given<K extends string>(
    decl: object,
    keys: readonly K[],
    place: ProblemPath,
  ): { [key in K]?: ValueModel } {
    const out: { [key in K]?: ValueModel } = {};
    for (const key of keys) {
      const value = own(decl, key);
      if (value !== undefined) out[key] = compileValue(value, at(place, key), this.onFault);
    }
    return out;
  }
  private source(name: string, decl: Source, place: ProblemPath): SourceSpec {
    const head = { name, shared: decl.shared === true, ...this.given(decl, ['when'], place) };
    if ('call' in decl)
      return {
        kind: 'call',
        ...head,
        call: decl.call,
        ...this.given(decl, ['input'], place),
      };
    if ('list' in decl) {
      const where = compileWhere(
        decl.where,
        this.document as unknown as JsonObject,
        at(place, 'where'),
        this.onFault,
      );
      return {
        kind: 'list',
        ...head,
        ...(where && { where }),
        list: compileValue(decl.list, at(place, 'list'), this.onFault),
        inAddress: decl.remember === 'address',
        ...(decl.size !== undefined && { size: decl.size }),
        ...this.given(decl, ['fields', 'filter', 'sort'], place),
      };
    }
    return {
      kind: 'describe',
      ...head,
      describe: compileValue(own(decl, 'describe'), at(place, 'describe'), this.onFault),
    };
  }
  private form(name: string, decl: FormDecl, place: ProblemPath): FormSpec {
    return {
      name,
      draft: decl.draft === true,
      fromAddress: decl.fromAddress === true,
      shared: decl.shared === true,
      ...(decl.schema !== undefined && { schema: decl.schema }),
      ...this.given(decl, ['object', 'id', 'init'], place),
    };
  }
}

type Declarations = Pick<PageModel, 'state' | 'sources' | 'forms' | 'machines'>;
/** What the values of each declaration read, by the names of the scope. */
function declarationReads(declared: Declarations): Map<string, Set<string>> {
  const reads = new Map<string, Set<string>>();
  const note = (name: string, values: Read[]): void => {
    reads.set(name, new Set(merged(values).map(scopeKey)));
  };
  for (const [name, { init, is }] of declared.state) note(`state.${name}`, [init, is]);
  for (const [name, source] of declared.sources) note(name, valuesOfSource(source));
  for (const [name, { object, id, init }] of declared.forms) note(name, [object, id, init]);
  for (const [name, { input }] of declared.machines) note(name, [input]);
  return reads;
}
/** Something with dependencies: a value, or a list's condition. */
type Read = Pick<ValueModel, 'dependencies'> | undefined;
function valuesOfSource(source: SourceSpec): Read[] {
  switch (source.kind) {
    case 'call':
      return [source.input, source.when];
    case 'list':
      return [source.list, source.fields, source.filter, source.where, source.sort, source.when];
    case 'describe':
      return [source.describe, source.when];
  }
}
function placeOf(
  name: string,
  sources: Map<string, SourceSpec>,
  forms: Map<string, FormSpec>,
): ProblemPath {
  if (name.startsWith('state.')) return at(ROOT_PATH, 'state', name.slice(6));
  return at(
    ROOT_PATH,
    sources.has(name) ? 'sources' : forms.has(name) ? 'forms' : 'machines',
    name,
  );
}

function readersOf(
  nodes: ReadonlyMap<string, NodeModel>,
  declarations: ReadonlyMap<string, Iterable<string>>,
): Map<string, Readers> {
  const readers = new Map<string, { nodes: string[]; declarations: string[] }>();
  const entry = (name: string) => {
    let e = readers.get(name);
    if (!e) readers.set(name, (e = { nodes: [], declarations: [] }));
    return e;
  };
  for (const [name, reads] of declarations)
    for (const read of reads) entry(read).declarations.push(name);
  for (const node of nodes.values())
    for (const name of readsOfNode(node)) entry(name).nodes.push(node.id);
  return readers;
}
/**
 * What rendering the node reads: its bind, its props and its when. Events read when they happen.
 */
function readsOfNode(node: NodeModel): Set<string> {
  const local = new Set(node.aliases.flatMap((alias) => [alias.name, `${alias.name}_index`]));
  const keys = merged([
    ...Object.values(node.props),
    ...(Object.values(node.when) as ValueModel[]),
  ]).map(scopeKey);
  if (node.bind) keys.push(scopeKey(node.bind));
  return new Set(keys.filter((key) => !local.has(key)));
}

const NO_ALIASES: readonly AliasModel[] = Object.freeze([]);
const NO_PROBLEMS: readonly DocumentProblem[] = Object.freeze([]);
type Writable<T> = { -readonly [K in keyof T]: T[K] };

class NodeCompiler {
  private readonly nodes = new Map<string, NodeModel>();
  private readonly aliases = new Map<string, readonly AliasModel[]>();
  private readonly types = new Map<string, { name: string; major: number }>();
  /** Of the node being compiled. */
  private found: readonly DocumentProblem[] = NO_PROBLEMS;
  private readonly onFault: FaultHandler = (where, why) => {
    const problems = new Problems(PAGE_KIND);
    problems.expression(where, why);
    this.found = [...this.found, ...problems.list];
  };
  constructor(
    private readonly document: PageDocument,
    private readonly tree: Tree,
    private readonly steps: StepArgs,
  ) {}

  run(): Map<string, NodeModel> {
    // Parents come first in the order, so that a node's aliases and addresses are there when its
    // children ask.
    for (const id of this.tree.order)
      this.nodes.set(id, this.compile(id, (own(this.document.nodes, id) ?? {}) as PageNode));
    return this.nodes;
  }

  private compile(id: string, node: PageNode): NodeModel {
    const place = nodePath(id);
    const { name, major } = this.typeOf(node.type);
    const aliases = this.aliasesOf(id);
    const parent = this.tree.parents.get(id);
    this.found = NO_PROBLEMS;
    const model: Writable<NodeModel> = {
      id,
      type: asText(node.type),
      name,
      major,
      aliases,
      problems: NO_PROBLEMS,
      props: mapOf(node.props, (key, value) =>
        compileValue(value, at(place, 'props', key), this.onFault),
      ),
      slots: mapOf(node.slots, (_, slot) => this.slot(slot)),
      when: mapOf(node.when, (key, flag) =>
        compileValue(flag as Flag, at(place, 'when', key), this.onFault),
      ) as WhenModel,
      on: mapOf(node.on, (event, list) =>
        compileActionList(list, at(place, 'on', event), this.steps, this.onFault),
      ),
      onHide: node.onHide === 'clear' ? 'clear' : 'keep',
    };
    model.problems = this.found;
    if (node.access !== undefined) model.access = node.access;
    if (parent) model.parent = parent.id;
    if (isText(node.bind)) {
      model.bind = node.bind.split('.');
      model.address = addressOf(model.bind, aliases);
    }
    return model;
  }

  /** The two parts of a type, read once however many nodes are of it. */
  private typeOf(type: unknown): { name: string; major: number } {
    const written = asText(type);
    let parts = this.types.get(written);
    if (!parts) this.types.set(written, (parts = splitType(type) ?? { name: written, major: 0 }));
    return parts;
  }

  /** Ids that are in the tree only: walkTree has reported the others. */
  private slot(slot: unknown): SlotModel {
    const as = slotAlias(slot);
    return {
      ids: slotIds(slot).filter((child) => this.tree.parents.has(child)),
      ...(as !== undefined && { as }),
    };
  }

  private aliasesOf(id: string): readonly AliasModel[] {
    const parent = this.tree.parents.get(id);
    if (!parent) return NO_ALIASES;
    const around = this.nodes.get(parent.id)?.aliases ?? NO_ALIASES;
    const name = slotAlias(own(own(own(this.document.nodes, parent.id), 'slots'), parent.slot));
    if (name === undefined) return around;
    const key = `${parent.id}\u0000${parent.slot}`;
    let mine = this.aliases.get(key);
    if (!mine) {
      const address = this.nodes.get(parent.id)?.address;
      mine = [...around, { name, owner: parent.id, ...(address && { address }) }];
      this.aliases.set(key, mine);
    }
    return mine;
  }
}

/** The innermost alias of that name takes precedence. */
function addressOf(bind: Path, aliases: readonly AliasModel[]): Path {
  if (aliases.length === 0) return bind;
  const alias = aliases.findLast((each) => each.name === bind[0]);
  return alias?.address ? [...alias.address, ...bind.slice(1)] : bind;
}

const NOTHING: Readonly<Record<string, never>> = Object.freeze({});
function mapOf<T>(
  part: unknown,
  make: (key: string, value: unknown) => T,
): Readonly<Record<string, T>> {
  if (!isObject(part)) return NOTHING;
  const out: Record<string, T> = {};
  for (const key of Object.keys(part)) put(out, key, make(key, part[key]));
  return out;
}
