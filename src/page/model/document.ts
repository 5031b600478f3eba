/** The page document, version page/1: types only. What each part means is docs/page-schema.md. */

import type { Access } from '../../contract/index.ts';
import type {
  DocumentNode,
  ExprValue,
  Json,
  NestedOf,
  Nested,
  NodeDocument,
  Value,
} from '../../document/index.ts';

/** A yes or no: a literal or an expression. */
export type Flag = boolean | ExprValue;

export const SPEC = 'page/1';

/** Types a parameter or a state cell may have. */
export const CELL_TYPES = ['text', 'number', 'boolean', 'date', 'dateTime', 'list', 'any'] as const;
export type CellType = (typeof CELL_TYPES)[number];
export interface ParamDecl {
  type: CellType;
  required?: boolean;
}
/**
 * `remember` keeps the value per user in browser storage under page key and name; `address` in the
 * query of the page's address, `history` there as well, as a step of its own that Back undoes: for
 * what opens over the page. `resets` names cells (state.x) and forms that go back to how they
 * begin when this cell changes; of a yes/no, when it becomes yes. A cell with `is` is computed and
 * cannot be set: it has neither of the others. `shared`: the cell of the page that shows this block,
 * which hands it in; likewise a source, a form and a machine.
 */
export interface StateDecl {
  type: CellType;
  init?: Value;
  is?: Value;
  remember?: boolean | 'address' | 'history';
  resets?: string[];
  shared?: true;
}

/** Runs a call of the contract; again when the values its input reads change. */
interface CallSource {
  call: string;
  input?: Value;
  when?: Flag;
  shared?: true;
}
/**
 * The records of an object: one list model with filter, sort, paging, search and selection. `where`
 * is a condition over the object's fields in the expression language, in which the page's names
 * (params.id) are replaced by their values; see src/page/compile/where.ts. With `remember` its
 * search, filter, sort, groups, page and opened record are in the query of the page's address.
 */
export interface ListSource {
  list: Value;
  fields?: Value;
  filter?: Value;
  where?: ExprValue;
  sort?: Value;
  size?: number;
  remember?: 'address';
  when?: Flag;
  shared?: true;
}
/** The describe (fields, labels, options) of an object. */
interface DescribeSource {
  describe: Value;
  when?: Flag;
  shared?: true;
}
export type Source = CallSource | ListSource | DescribeSource;

/**
 * A form. Either the record of an object (`object`, with `id` for an existing one), whose fields
 * come from its describe; or one with its own JSON Schema (`schema`), whose values an action hands
 * on. `init` gives first values, or several of which the later take precedence; when it reads a
 * source, the form waits for it and restarts when it changes. With `fromAddress` a new record's
 * fields that the object's builder opened to it begin with what the page's address says.
 */
export interface FormDecl {
  object?: Value;
  id?: Value;
  schema?: Json;
  init?: Value;
  draft?: boolean;
  fromAddress?: boolean;
  shared?: true;
}
export interface MachineDecl {
  use: string;
  input?: Value;
  shared?: true;
}

export interface When {
  visible?: Flag;
  required?: Flag;
  readonly?: Flag;
  disabled?: Flag;
}

interface Confirm {
  title?: Value;
  text: Value;
  ok?: Value;
  danger?: boolean;
}
/**
 * One step of an event. `do` names an action; `args` are its inputs; `if` skips it; `as` names its
 * result for the later steps (read as `results.<name>`); `confirm` asks first and stops the list on
 * no; `onError` replaces the default toast.
 */
export interface Action {
  do: string;
  args?: { [key: string]: Value };
  if?: Flag;
  as?: string;
  confirm?: Confirm;
  onError?: Action[];
}

/**
 * Actions that events of the page run by name: `{ "do": "steps.<name>", "args": { ... } }`. They
 * read the page's names and their own parameters as `args.<name>`, nothing of the event or its row.
 */
export interface StepsDecl {
  params?: { [name: string]: ParamDecl };
  do: Action[];
}

/** A node; its `type` is name@major of a widget. */
export interface PageNode extends DocumentNode {
  /**
   * Path into a declared source, form, state cell, machine or row alias: orders, record.amount,
   * state.tab, row.label.
   */
  bind?: string;
  props?: { [key: string]: Value };
  when?: When;
  on?: { [event: string]: Action[] };
  /** `hide: clear` empties a field that is not visible; the default keeps it. */
  onHide?: 'keep' | 'clear';
  /** Least role that may see the node; the server checks the calls again. */
  access?: Exclude<Access, 'anonymous'>;
  note?: string;
}

export interface PageDocument extends NodeDocument<PageNode> {
  spec: typeof SPEC;
  key: string;
  rev: number;
  title: Value;
  params?: { [name: string]: ParamDecl };
  state?: { [name: string]: StateDecl };
  sources?: { [name: string]: Source };
  forms?: { [name: string]: FormDecl };
  machines?: { [name: string]: MachineDecl };
  steps?: { [name: string]: StepsDecl };
  /** Actions that run once when the page opens. */
  onOpen?: Action[];
}

/** The nested form, for files under schemas/: children are in the slots; an id may be given. */
export type NestedNode = Nested<PageNode>;
export type NestedDocument = NestedOf<PageDocument>;
