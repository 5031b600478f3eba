import {
  isExpression,
  isObject,
  isTemplate,
  isText,
  own,
  put,
  slotAlias,
  slotIds,
  slotsOf,
  type Json,
} from '../../document/index.ts';
import type { PageDocument } from '../model/document.ts';
import { mapExpression, mapTemplate, type IsRows, type MapPath } from './rename-expression.ts';
import { isOfPage } from '../compile/where.ts';

/**
 * A renamed object, or renamed fields of it: the object's name before, its name now, and fields
 * from old to new.
 */
export interface Rename {
  readonly object: string;
  readonly to: string;
  readonly fields: ReadonlyMap<string, string>;
}

/**
 * Props by these words hold names of fields where their node shows the object's records: columns,
 * groupBy, dateField ...
 */
const FIELD_PROPS = /field|column|group|sort/i;
/** Arguments that are paths into the scope. */
const PATH_ARGS = new Set(['target', 'form', 'source']);

/**
 * The document after a rename: binds, formulas, conditions, filters, record steps and names of
 * fields in props follow it. References that may mean something else stay. The same document when
 * it has no reference.
 */
export function applyRename(document: PageDocument, rename: Rename): PageDocument {
  const next = new Renamer(document, rename).run();
  return JSON.stringify(next) === JSON.stringify(document) ? document : next;
}

class Renamer {
  private readonly forms: ReadonlySet<string>;
  private readonly lists: ReadonlySet<string>;
  constructor(
    private readonly document: PageDocument,
    private readonly rename: Rename,
  ) {
    const named = (part: object | undefined, key: string): Set<string> =>
      new Set(
        Object.entries(part ?? {})
          .filter(([, decl]) => own(decl, key) === rename.object)
          .map(([name]) => name),
      );
    this.forms = named(document.forms, 'object');
    this.lists = named(document.sources, 'list');
  }

  run(): PageDocument {
    const { document } = this;
    const rows = this.rowAliases();
    const nodes = Object.fromEntries(
      Object.entries(document.nodes).map(([id, node]) => [
        id,
        this.node(node, rows.get(id) ?? NONE),
      ]),
    );
    const head = this.value(
      {
        title: document.title,
        state: document.state ?? {},
        forms: document.forms ?? {},
        machines: document.machines ?? {},
        steps: document.steps ?? {},
        onOpen: document.onOpen ?? [],
      } as unknown as Json,
      NONE,
    ) as unknown as Partial<PageDocument>;
    const kept = Object.fromEntries(
      Object.entries(head).filter(([key]) => own(document, key) !== undefined),
    );
    return {
      ...document,
      ...kept,
      key: this.pageKey(document.key),
      ...(document.sources && { sources: this.sources(document.sources) }),
      nodes,
    } as PageDocument;
  }

  /** Aliases of rows that are records of the object, by the nodes that can read them. */
  private rowAliases(): Map<string, ReadonlySet<string>> {
    const found = new Map<string, ReadonlySet<string>>();
    const visit = (id: string, known: ReadonlySet<string>): void => {
      if (found.has(id)) return;
      found.set(id, known);
      const node = this.document.nodes[id];
      for (const [, slot] of slotsOf(node)) {
        const alias = slotAlias(slot);
        const inside =
          alias === undefined
            ? known
            : this.showsRecords(node!)
              ? new Set([...known, alias])
              : new Set([...known].filter((name) => name !== alias));
        for (const child of slotIds(slot)) visit(child, inside);
      }
    };
    visit(this.document.root, NONE);
    return found;
  }
  private showsRecords(node: PageDocument['nodes'][string]): boolean {
    const items = own(node.props, 'items');
    const path = isExpression(items) ? items.$x.trim().split('.') : node.bind?.split('.');
    return (
      path !== undefined &&
      this.lists.has(path[0]!) &&
      (path.length === 1 || (path.length === 2 && path[1] === 'records'))
    );
  }

  private field(name: string | undefined): string | undefined {
    return name === undefined ? undefined : this.rename.fields.get(name);
  }
  private paths(rows: ReadonlySet<string>): MapPath {
    return (path, row) => {
      const [root = '', second, third] = path;
      const isRecord = this.forms.has(root) || rows.has(root);
      if (isRecord && this.field(second) !== undefined)
        return [root, this.field(second)!, ...path.slice(2)];
      if (this.lists.has(root) && second === 'records' && this.field(third) !== undefined)
        return [root, second, this.field(third)!, ...path.slice(3)];
      return row && this.field(root) !== undefined && !isOfPage(path, this.document as never)
        ? [this.field(root)!, ...path.slice(1)]
        : undefined;
    };
  }
  private readonly isRows: IsRows = (path) =>
    this.lists.has(path[0] ?? '') && (path.length === 1 || path[1] === 'records');
  private path(text: string, rows: ReadonlySet<string>): string {
    return this.paths(rows)(text.split('.'), false)?.join('.') ?? text;
  }
  private objectName(name: unknown): unknown {
    return name === this.rename.object ? this.rename.to : name;
  }
  /** Pages generated for an object are named after it. */
  private pageKey(key: string): string {
    return key.startsWith(`object.${this.rename.object}.`)
      ? `object.${this.rename.to}.${key.slice(`object.${this.rename.object}.`.length)}`
      : key;
  }

  private node(
    node: PageDocument['nodes'][string],
    rows: ReadonlySet<string>,
  ): PageDocument['nodes'][string] {
    const { bind, props, when, on } = node;
    const root = bind?.split('.')[0] ?? '';
    const isOurs = this.lists.has(root) || this.forms.has(root) || rows.has(root);
    const value = <T>(part: T): T => this.value(part as Json, rows) as T;
    return {
      ...node,
      ...(bind !== undefined && { bind: this.path(bind, rows) }),
      ...(props && { props: isOurs ? this.fieldProps(value(props)) : value(props) }),
      ...(when && { when: value(when) }),
      ...(on && { on: value(on) }),
    };
  }
  /** Names of fields in the props of a node that shows the object's records. */
  private fieldProps<T extends object>(props: T): T {
    return Object.fromEntries(
      Object.entries(props).map(([name, value]: [string, unknown]) => [
        name,
        FIELD_PROPS.test(name) ? this.names(value) : value,
      ]),
    ) as T;
  }
  private names(value: unknown): unknown {
    if (isText(value)) return this.field(value) ?? value;
    if (Array.isArray(value)) return value.map((item) => this.names(item));
    return isObject(value) && !isExpression(value) && !isTemplate(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, item]) => [
            name,
            name === 'value' && value['valueType'] !== 'field' ? item : this.names(item),
          ]),
        )
      : value;
  }

  /**
   * A value anywhere: formulas, the object's name, pages named after it, record steps and paths.
   */
  private value(value: Json, rows: ReadonlySet<string>): unknown {
    if (isExpression(value)) return { $x: mapExpression(value.$x, this.paths(rows), this.isRows) };
    if (isTemplate(value)) return { $t: mapTemplate(value.$t, this.paths(rows), this.isRows) };
    if (Array.isArray(value)) return value.map((item) => this.value(item as Json, rows));
    if (!isObject(value)) return value;
    const isOurs = own(value, 'object') === this.rename.object;
    const out: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value))
      put(out, key, this.entry(key, item as Json, isOurs, rows));
    return out;
  }
  private entry(key: string, item: Json, isOurs: boolean, rows: ReadonlySet<string>): unknown {
    if (key === 'object') return this.objectName(item);
    if (isText(item))
      return PATH_ARGS.has(key)
        ? this.path(item, rows)
        : key === 'page' || key === 'pageKey'
          ? this.pageKey(item)
          : item;
    const inside = this.value(item, rows);
    // What one step sets at once is keyed by paths.
    if (key === 'cells' && isObject(inside) && !isExpression(inside))
      return Object.fromEntries(
        Object.entries(inside).map(([path, each]) => [this.path(path, rows), each]),
      );
    // Keys written by a record step, or by a form's initial values, are names of fields.
    return isOurs &&
      (key === 'values' || key === 'init') &&
      isObject(inside) &&
      !isExpression(inside)
      ? Object.fromEntries(
          Object.entries(inside).map(([name, each]) => [this.field(name) ?? name, each]),
        )
      : inside;
  }

  private sources(sources: NonNullable<PageDocument['sources']>): PageDocument['sources'] {
    return Object.fromEntries(
      Object.entries(sources).map(([name, source]) => {
        const { where, ...rest } = source as { where?: unknown };
        const next = this.value(rest as Json, NONE) as Record<string, unknown>;
        const condition = isExpression(where)
          ? {
              where: {
                $x: mapExpression(
                  where.$x,
                  (path) =>
                    this.lists.has(name)
                      ? this.paths(NONE)(path, true)
                      : this.paths(NONE)(path, false),
                  this.isRows,
                ),
              },
            }
          : {};
        for (const key of ['list', 'describe'])
          if (next[key] !== undefined) next[key] = this.objectName(next[key]);
        if (this.lists.has(name))
          for (const key of ['filter', 'sort', 'fields'])
            if (next[key] !== undefined) next[key] = this.names(next[key]);
        return [name, { ...next, ...condition }];
      }),
    ) as PageDocument['sources'];
  }
}
const NONE: ReadonlySet<string> = new Set();
