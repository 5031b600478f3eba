import type { Access, WhereAsk } from '../../contract/index.ts';
import type { Ast, Closure, TemplatePart } from '../../expression/index.ts';
import type { Json, DocumentProblem } from '../../document/index.ts';
import type { CellType, PageDocument, ParamDecl } from './document.ts';

/**
 * A page compiled once: every value parsed, every path split, every reader known. Immutable, plain
 * data and closures; the engine runs it, the server compiles one to validate a document.
 */

/** A path into the scope, split: ['record', 'amount']. */
export type Path = readonly string[];

/**
 * A value compiled. A tree without tags is one literal, frozen, the same object at every
 * evaluation.
 */
export type ValueModel =
  | { readonly kind: 'literal'; readonly value: Json; readonly dependencies: readonly Path[] }
  | {
      readonly kind: 'expression';
      readonly source: string;
      readonly ast: Ast;
      readonly run: Closure;
      readonly dependencies: readonly Path[];
    }
  | {
      readonly kind: 'template';
      readonly source: string;
      readonly parts: readonly TemplatePart[];
      readonly run: Closure;
      readonly dependencies: readonly Path[];
    }
  | {
      readonly kind: 'object';
      readonly entries: readonly (readonly [string, ValueModel])[];
      readonly dependencies: readonly Path[];
    }
  | {
      readonly kind: 'array';
      readonly items: readonly ValueModel[];
      readonly dependencies: readonly Path[];
    }
  /** Did not parse: evaluates to null; the problem is in the owner's `problems`. */
  | { readonly kind: 'broken'; readonly source: string; readonly dependencies: readonly Path[] };

type ValueMap = Readonly<Record<string, ValueModel>>;

export interface ConfirmModel {
  readonly title?: ValueModel;
  readonly text: ValueModel;
  readonly ok?: ValueModel;
  readonly danger: boolean;
}
/**
 * One step. Arguments that hold steps of their own stay literals: hand them to compileActions when
 * they run.
 */
export interface ActionModel {
  readonly do: string;
  readonly args: ValueMap;
  readonly if?: ValueModel;
  readonly as?: string;
  readonly confirm?: ConfirmModel;
  readonly onError?: readonly ActionModel[];
  /** JSON pointer into the document, for error cards and dry runs. */
  readonly path: string;
}

export interface WhenModel {
  readonly visible?: ValueModel;
  readonly required?: ValueModel;
  readonly readonly?: ValueModel;
  readonly disabled?: ValueModel;
}
export interface SlotModel {
  readonly ids: readonly string[];
  readonly as?: string;
}
/** A row alias a node can read, and where it comes from. */
export interface AliasModel {
  readonly name: string;
  /**
   * The node whose slot is drawn once a row, and what it is bound to with outer aliases resolved,
   * if anything.
   */
  readonly owner: string;
  readonly address?: Path;
}

export interface NodeModel {
  readonly id: string;
  /** As written: name@major. */
  readonly type: string;
  readonly name: string;
  readonly major: number;
  /** As written, split at the dots: ['row', 'label']. */
  readonly bind?: Path;
  /**
   * The bind with row aliases resolved: ['record', 'lines', 'label']; rows have no numbers here.
   */
  readonly address?: Path;
  readonly props: ValueMap;
  readonly slots: Readonly<Record<string, SlotModel>>;
  readonly when: WhenModel;
  readonly on: Readonly<Record<string, readonly ActionModel[]>>;
  readonly onHide: 'keep' | 'clear';
  readonly access?: Exclude<Access, 'anonymous'>;
  readonly parent?: string;
  /** Row aliases around the node, the outermost first. */
  readonly aliases: readonly AliasModel[];
  /** What did not compile in this node: the engine shows it in the node's place. */
  readonly problems: readonly DocumentProblem[];
}

export interface StateSpec {
  readonly name: string;
  readonly type: CellType;
  readonly init?: ValueModel;
  /** The value of a computed cell; it has no other. */
  readonly is?: ValueModel;
  readonly remember: boolean | 'address' | 'history';
  /** Cells (state.x) and forms that go back to how they begin when this cell changes. */
  readonly resets: readonly string[];
  readonly shared: boolean;
}
/** `shared`: of the page that shows this block, which hands it in. */
interface SourceHead {
  readonly name: string;
  readonly shared: boolean;
  readonly when?: ValueModel;
}
export interface CallSourceSpec extends SourceHead {
  readonly kind: 'call';
  readonly call: string;
  readonly input?: ValueModel;
}
/**
 * A list's condition, evaluated by the server: the page's names in it are sent with their values. A
 * broken one finds nothing.
 */
export interface WhereSpec {
  readonly source: string;
  readonly broken?: boolean;
  readonly reads: readonly {
    readonly path: Path;
    readonly type?: WhereAsk['values'][number]['type'];
  }[];
  readonly dependencies: readonly Path[];
}
export interface ListSourceSpec extends SourceHead {
  readonly kind: 'list';
  readonly list: ValueModel;
  readonly fields?: ValueModel;
  readonly filter?: ValueModel;
  readonly where?: WhereSpec;
  readonly sort?: ValueModel;
  readonly size?: number;
  /** Whether what a person looks at is in the page's address. */
  readonly inAddress: boolean;
}
export interface DescribeSourceSpec extends SourceHead {
  readonly kind: 'describe';
  readonly describe: ValueModel;
}
export type SourceSpec = CallSourceSpec | ListSourceSpec | DescribeSourceSpec;
export interface FormSpec {
  readonly name: string;
  readonly object?: ValueModel;
  readonly id?: ValueModel;
  readonly schema?: Json;
  readonly init?: ValueModel;
  readonly draft: boolean;
  readonly fromAddress: boolean;
  readonly shared: boolean;
}
export interface MachineSpec {
  readonly name: string;
  readonly use: string;
  readonly input?: ValueModel;
  readonly shared: boolean;
}

/** Actions that events run by name; `params` are read as args.<name>. */
export interface StepsSpec {
  readonly name: string;
  readonly params: ReadonlyMap<string, ParamDecl>;
  readonly actions: readonly ActionModel[];
}

/**
 * Who reads a name: a node, or a declaration by its name in the scope (orders, record, state.tab).
 */
export interface Readers {
  readonly nodes: readonly string[];
  readonly declarations: readonly string[];
}

export interface PageModel {
  /** The compiled document, for tools that need its source. */
  readonly document: PageDocument;
  readonly key: string;
  readonly rev: number;
  readonly title: ValueModel;
  readonly root: string;
  readonly nodes: ReadonlyMap<string, NodeModel>;
  /** Ids from the root, parents before children. */
  readonly order: readonly string[];
  readonly params: ReadonlyMap<string, ParamDecl>;
  readonly state: ReadonlyMap<string, StateSpec>;
  readonly sources: ReadonlyMap<string, SourceSpec>;
  readonly forms: ReadonlyMap<string, FormSpec>;
  readonly machines: ReadonlyMap<string, MachineSpec>;
  readonly steps: ReadonlyMap<string, StepsSpec>;
  readonly onOpen: readonly ActionModel[];
  /**
   * Names of declarations (state.tab, orders, record, session), each behind those its own values
   * read.
   */
  readonly declarationOrder: readonly string[];
  /** Readers by scope name: params.id, state.tab, orders, record, user, session. */
  readonly readers: ReadonlyMap<string, Readers>;
  /** Widget types in use: their chunks are asked for at once. */
  readonly types: ReadonlySet<string>;
  /** Problems outside of nodes, cycles included. A node's problems are at the node. */
  readonly problems: readonly DocumentProblem[];
}
