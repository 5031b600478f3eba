import {
  isText,
  own,
  type JsonObject,
  slotAlias,
  slotIds,
  slotsOf,
  type FieldsOf,
} from '../../document/index.ts';
import type { Catalogues } from '../validate/catalogue.ts';
import type { PageDocument, PageNode } from '../model/document.ts';
import { pathOf } from './texts.ts';
import { schemasOf } from './walk.ts';

/** Objects by the aliases of rows a node can read; undefined where the rows are something else. */
type Aliases = ReadonlyMap<string, string | undefined>;
const NO_ALIASES: Aliases = new Map();

/** Which object the records are of that a path of a page leads to. */
export class PageRecords {
  readonly forms: ReadonlyMap<string, string>;
  readonly lists: ReadonlyMap<string, string>;
  private readonly describes: ReadonlyMap<string, string>;
  private readonly aliases = new Map<string, Aliases>();

  constructor(
    private readonly document: PageDocument,
    private readonly catalogues: Catalogues,
  ) {
    const named = (part: object | undefined, key: string): Map<string, string> =>
      new Map(
        Object.entries(part ?? {}).flatMap(([name, decl]) => {
          const object = own(decl, key);
          return isText(object) ? [[name, object] as const] : [];
        }),
      );
    this.forms = named(document.forms, 'object');
    this.lists = named(document.sources, 'list');
    this.describes = named(document.sources, 'describe');
    this.readAliases(document.root, NO_ALIASES);
  }

  aliasesAt(nodeId: string | undefined): Aliases {
    return (nodeId === undefined ? undefined : this.aliases.get(nodeId)) ?? NO_ALIASES;
  }
  private readAliases(id: string, known: Aliases): void {
    if (this.aliases.has(id)) return;
    this.aliases.set(id, known);
    const node = this.document.nodes[id];
    for (const [, slot] of slotsOf(node)) {
      const alias = slotAlias(slot);
      const inside =
        alias === undefined ? known : new Map([...known, [alias, this.rowsOf(node!, id)]]);
      for (const child of slotIds(slot)) this.readAliases(child, inside);
    }
  }
  /** The object of the records a node draws once each. */
  private rowsOf({ type, bind, props }: PageNode, id: string): string | undefined {
    const { properties = {} } = schemasOf(this.catalogues).widgets.get(type) ?? {};
    const given = Object.entries(properties)
      .filter(([, schema]) => schema['x-kind']?.kind === 'rows')
      .map(([name]) => own(props, name))
      .find((value) => value !== undefined);
    const path = given === undefined ? bind?.split('.') : pathOf(given);
    return path && this.objectAt(path, id);
  }

  /**
   * The object of the records, record or description at a path; object.field for rows of a
   * sub-table.
   */
  objectAt(path: readonly string[], nodeId?: string): string | undefined {
    const [root = '', second] = path;
    const aliases = this.aliasesAt(nodeId);
    const record = aliases.has(root) ? aliases.get(root) : this.forms.get(root);
    if (aliases.has(root) || this.forms.has(root)) {
      if (record === undefined || path.length > 2) return undefined;
      return second === undefined ? record : `${record}.${second}`;
    }
    if (this.lists.has(root))
      return path.length === 1 || second === 'records' || second === 'describe'
        ? this.lists.get(root)
        : undefined;
    return this.describes.get(root);
  }
  /** The object that is meant where fields are named. */
  objectFor(
    of: FieldsOf,
    around: readonly JsonObject[],
    nodeId: string | undefined,
  ): string | undefined {
    for (const name of of) {
      const given =
        around.map((each) => own(each, name)).find((value) => value !== undefined) ??
        (name === 'bind' && nodeId !== undefined ? this.document.nodes[nodeId]?.bind : undefined);
      if (given === undefined) continue;
      if (isText(given)) return name === 'bind' ? this.objectAt(given.split('.'), nodeId) : given;
      const path = pathOf(given);
      return path && this.objectAt(path, nodeId);
    }
    return undefined;
  }
}
