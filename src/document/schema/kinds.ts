/**
 * What a prop, an argument or a part of a document names: `x-kind` of its schema. The check of what a
 * page may call, usages, renames and the pickers of settings derive from it; nothing is concluded from
 * what a prop is called.
 */
export type Kind =
  /** The id of a call: one that answers data, one that answers a file, or one that takes a file. */
  | { readonly kind: 'call'; readonly takes: 'data' | 'raw' | 'multipart' }
  /** The input of the call that `call` beside it names. */
  | { readonly kind: 'input'; readonly call: string }
  /** The name of a machine. */
  | { readonly kind: 'machine' }
  /** A page document that is run. */
  | { readonly kind: 'document' }
  /** A JSON Schema or a uiSchema that a form is drawn of. */
  | { readonly kind: 'jsonSchema'; readonly is: 'schema' | 'uiSchema' }
  /** An event for the machine that the argument of this name leads to. */
  | { readonly kind: 'event'; readonly machine: string }
  /** A list of actions. */
  | { readonly kind: 'actions' }
  /** A path into the page's scope that leads to one of these; any where none is given. */
  | { readonly kind: 'path'; readonly to: readonly string[] }
  /** Values by such paths. */
  | { readonly kind: 'paths'; readonly to: readonly string[] }
  /** A path to a field, or the id of a node. */
  | { readonly kind: 'target' }
  /** A value for the place that the path beside it leads to. */
  | { readonly kind: 'assigned'; readonly path: string }
  /** The key of a page or block. */
  | { readonly kind: 'page' }
  /** Parameters of the page that `page` beside it names. */
  | { readonly kind: 'params'; readonly page: string }
  /** Paths of the page by the names that the block which `page` beside it names has for them. */
  | { readonly kind: 'shares'; readonly page: string }
  /** An address of the application. `within`: keys of objects that hold it. */
  | { readonly kind: 'address'; readonly within?: readonly string[] }
  /** The name of an object. */
  | { readonly kind: 'object' }
  /** Rows: a list or the records of an object, drawn by the repeated slots. */
  | { readonly kind: 'rows' }
  /** A field's name, or several; `within`: keys of objects that hold them. */
  | { readonly kind: 'field'; readonly of: FieldsOf; readonly within?: readonly string[] }
  /** Where rows come from: a sub-table's name, or object.field that points here. */
  | { readonly kind: 'via'; readonly of: FieldsOf }
  /** A condition tree of {field, op, value}. */
  | { readonly kind: 'filter'; readonly of: FieldsOf }
  /** An expression whose plain names are fields. */
  | { readonly kind: 'where'; readonly of: FieldsOf }
  /** Values by names of fields. */
  | { readonly kind: 'values'; readonly of: FieldsOf };

/**
 * Where the object is named that the fields belong to: what lies beside the prop under these names,
 * or `bind`, what the node is bound to. The first one that is given counts.
 */
export type FieldsOf = readonly string[];
export type KindName = Kind['kind'];
export type KindOf<K extends KindName> = Extract<Kind, { kind: K }>;
