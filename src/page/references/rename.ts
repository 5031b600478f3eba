import {
  isExpression,
  isObject,
  isTemplate,
  isText,
  own,
  put,
  type JsonObject,
} from '../../document/index.ts';
import type { Catalogues } from '../validate/catalogue.ts';
import type { PageDocument } from '../model/document.ts';
import { isOfPage } from '../compile/where.ts';
import { objectAddress, objectPage } from './addresses.ts';
import { cellMeanings, handedIn, type FindPage, type Meaning } from './cells.ts';
import { mapExpression, mapTemplate, type Mapping } from './rename-expression.ts';
import { PageRecords } from './records.ts';
import { mapFilter, mapKeys, mapTexts } from './texts.ts';
import { mapPlaces, type Place } from './walk.ts';

/**
 * A renamed object, or renamed fields of it: the object's name before, its name now, and fields
 * from old to new.
 */
export interface Rename {
  readonly object: string;
  readonly to: string;
  readonly fields: ReadonlyMap<string, string>;
  /** By a sub-table's name before, its columns from old to new. */
  readonly columns?: ReadonlyMap<string, ReadonlyMap<string, string>>;
}
/** What a rename knows besides the page. */
export interface RenameOptions {
  readonly catalogues: Catalogues;
  /** Pages this one hands parameters to. */
  readonly find?: FindPage;
  /** The object a lookup field of an object leads to; both by their names before. */
  readonly target?: (object: string, field: string) => string | undefined;
}

/**
 * The document after a rename: binds, formulas, conditions, steps, inputs of calls, parameters of other
 * pages, and every prop and argument that names the object, a field of it or a page of it, follow it.
 * Which those are is said by their schemas (src/document/schema/kinds.ts); a text that only looks like the
 * name stays. The same document when it has no reference.
 */
export function applyRename(
  document: PageDocument,
  rename: Rename,
  options: RenameOptions,
): PageDocument {
  const next = new Renamer(document, rename, options).run();
  return JSON.stringify(next) === JSON.stringify(document) ? document : next;
}

class Renamer {
  private readonly records: PageRecords;
  private readonly find: FindPage;
  private readonly cells: ReadonlyMap<string, Meaning[]>;
  constructor(
    private readonly document: PageDocument,
    private readonly rename: Rename,
    private readonly options: RenameOptions,
  ) {
    const { catalogues, find = () => undefined } = options;
    this.find = find;
    this.records = new PageRecords(document, catalogues);
    this.cells = cellMeanings(document, catalogues, find);
  }

  run(): PageDocument {
    const named = mapPlaces(this.document, this.options.catalogues, (place) => this.place(place));
    return this.formulas(this.withCells(named));
  }

  private readonly objectName = (name: string): string =>
    name === this.rename.object ? this.rename.to : name;
  /** Renamed fields of an object; rows of a sub-table are records of object.field. */
  private fieldsOf(object: string): ReadonlyMap<string, string> | undefined {
    const { object: was, to, fields, columns } = this.rename;
    // Pages generated since then name the object as it is called now.
    if (object === was || object === to) return fields;
    const [head = '', column = '', ...rest] = object.split('.');
    return (head === was || head === to) && rest.length === 0 ? columns?.get(column) : undefined;
  }
  /** A field of an object, or a path through its lookups and into its sub-tables. */
  private fieldOf(object: string | undefined): (name: string) => string {
    return (name) => {
      let at = object;
      return name
        .split('.')
        .map((part) => {
          const next = at === undefined ? part : (this.fieldsOf(at)?.get(part) ?? part);
          at = at === undefined ? undefined : (this.options.target?.(at, part) ?? `${at}.${part}`);
          return next;
        })
        .join('.');
    };
  }

  private place(place: Place): unknown {
    const { kind, value, nodeId, around } = place;
    if (kind.kind === 'path' || kind.kind === 'target')
      return isText(value) ? this.path(value, nodeId) : value;
    if (kind.kind === 'paths') return this.paths(value, nodeId);
    if (kind.kind === 'params') return this.params(place);
    if (kind.kind === 'assigned') return this.assigned(own(around[0], kind.path), value);
    const object = 'of' in kind ? this.records.objectFor(kind.of, around, nodeId) : undefined;
    return this.named(value, { kind, object });
  }
  /** What is written to a cell, by what the cell's readers take it for. */
  private assigned(target: unknown, value: unknown): unknown {
    return (this.cells.get(isText(target) ? target : '') ?? []).reduce(
      (at, meaning) => this.named(at, meaning),
      value,
    );
  }
  private paths(value: unknown, nodeId: string | undefined): unknown {
    if (!isObject(value) || isExpression(value)) return value;
    const out: JsonObject = {};
    for (const [path, item] of Object.entries(value))
      put(out, this.path(path, nodeId), this.assigned(path, item));
    return out;
  }
  /** A value with its names followed. */
  private named(value: unknown, { kind, object }: Meaning): unknown {
    const field = this.fieldOf(object);
    switch (kind.kind) {
      case 'object':
        return mapTexts(value, this.objectName);
      case 'page':
        return mapTexts(value, objectPage(this.rename));
      case 'address':
        return mapTexts(value, objectAddress(this.rename), kind.within);
      case 'field':
        return mapTexts(value, field, kind.within);
      case 'via':
        return mapTexts(value, (text) => this.via(text, field));
      case 'filter':
        return mapFilter(value, field);
      case 'values':
        return mapKeys(value, field);
      default:
        return value;
    }
  }
  /** A sub-table of the object, or object.field of one whose field points to it. */
  private via(text: string, field: (name: string) => string): string {
    const [object = '', name] = text.split('.');
    return name === undefined
      ? field(text)
      : `${this.objectName(object)}.${this.fieldOf(object)(name)}`;
  }
  private params(place: Place): unknown {
    if (!isObject(place.value)) return place.value;
    const out: JsonObject = { ...place.value };
    for (const [name, meanings] of handedIn(place, this.options.catalogues, this.find))
      put(
        out,
        name,
        meanings.reduce<unknown>((at, meaning) => this.named(at, meaning), out[name]),
      );
    return out;
  }
  /** First values of cells that name something. */
  private withCells(document: PageDocument): PageDocument {
    if (!document.state) return document;
    const state = Object.entries(document.state).map(([name, decl]) => {
      const meanings = this.cells.get(`state.${name}`) ?? [];
      return [
        name,
        decl.init === undefined
          ? decl
          : {
              ...decl,
              init: meanings.reduce<unknown>((at, meaning) => this.named(at, meaning), decl.init),
            },
      ];
    });
    return { ...document, state: Object.fromEntries(state) as NonNullable<PageDocument['state']> };
  }

  /** Formulas and texts with holes, everywhere. */
  private formulas(document: PageDocument): PageDocument {
    const out: JsonObject = {};
    for (const [part, value] of Object.entries(document))
      put(
        out,
        part,
        part === 'nodes'
          ? Object.fromEntries(
              Object.entries(document.nodes).map(([id, node]) => [
                id,
                this.value(node, this.mapping(id)),
              ]),
            )
          : part === 'sources'
            ? this.sources(document)
            : this.value(value, this.mapping(undefined)),
      );
    return out as unknown as PageDocument;
  }
  /** Plain names in the condition of a list are fields of its object. */
  private sources({ sources = {} }: PageDocument): unknown {
    return Object.fromEntries(
      Object.entries(sources).map(([name, source]) => {
        const next = this.value(source, this.mapping(undefined));
        const where = own(source, 'where');
        const object = this.records.lists.get(name);
        if (!isExpression(where) || object === undefined) return [name, next];
        const within: Mapping = { ...this.mapping(undefined), rowOf: object };
        return [name, { ...(next as object), where: { $x: mapExpression(where.$x, within) } }];
      }),
    );
  }
  private value(value: unknown, at: Mapping): unknown {
    if (isExpression(value)) return { $x: mapExpression(value.$x, at) };
    if (isTemplate(value)) return { $t: mapTemplate(value.$t, at) };
    if (Array.isArray(value)) return value.map((item) => this.value(item, at));
    if (!isObject(value)) return value;
    const out: JsonObject = {};
    for (const [key, item] of Object.entries(value)) put(out, key, this.value(item, at));
    return out;
  }

  private mapping(nodeId: string | undefined): Mapping {
    return {
      map: (path, rowOf) => this.mapped(path, rowOf, nodeId),
      objectOf: (path) => this.records.objectAt(path, nodeId),
      literal: (path) => {
        const meanings = this.cells.get(path.join('.')) ?? [];
        return (text) =>
          meanings.reduce<string>((at, meaning) => this.named(at, meaning) as string, text);
      },
    };
  }
  private path(text: string, nodeId: string | undefined): string {
    return this.mapped(text.split('.'), undefined, nodeId).join('.');
  }
  /** A path with the fields in it followed: of a form, a row, the records of a list. */
  private mapped(
    path: readonly string[],
    rowOf: string | undefined,
    nodeId: string | undefined,
  ): readonly string[] {
    for (const length of [1, 2]) {
      const head = path.slice(0, length);
      const object = path.length > length ? this.records.objectAt(head, nodeId) : undefined;
      if (object !== undefined && this.isRecord(head, nodeId))
        return [...head, ...this.fieldOf(object)(path.slice(length).join('.')).split('.')];
    }
    const isField = rowOf !== undefined && !isOfPage(path, this.document as never);
    return isField ? this.fieldOf(rowOf)(path.join('.')).split('.') : path;
  }
  /** Whether fields stand below a path: below a list stand its parts, below its records fields. */
  private isRecord([name, part]: readonly string[], nodeId: string | undefined): boolean {
    const { forms, lists } = this.records;
    if (part !== undefined) return part === 'records' && lists.has(name!);
    return forms.has(name!) || this.records.aliasesAt(nodeId).get(name!) !== undefined;
  }
}
