import type { DocumentKind } from '../base/kind.ts';
import type { NestedOf, NodeDocument } from './document.ts';
import { hashText, isObject, isText, own, put, type JsonObject } from '../base/json.ts';
import { MAX_DEPTH, MAX_NODE_ID } from '../base/limits.ts';
import { at, DocumentError, Problems, ROOT_PATH, type ProblemPath } from '../base/problems.ts';
import { slotsOf } from './slots.ts';

/**
 * The flat form of a nested document. Given ids are preserved; the others are made of the parent's
 * id, the slot, the name of its type and its bind (page.content.form.fields.field:record.amount),
 * so that they stay the same while siblings come and go. Throws a DocumentError for an id used
 * twice or a document too deep.
 */
export function flatten<Document extends NodeDocument>(
  nested: NestedOf<Document>,
  kind: DocumentKind,
): Document {
  const problems = new Problems(kind);
  const document = flattenRaw(nested as unknown as JsonObject, problems);
  if (problems.list.length > 0) throw new DocumentError(problems.list);
  return document as unknown as Document;
}

/** A document of unknown shape is nested when it has a body in place of nodes. */
export const isNested = (raw: JsonObject): boolean =>
  Object.hasOwn(raw, 'body') && !Object.hasOwn(raw, 'nodes');

/**
 * Like flatten, for JSON of unknown shape: malformed parts are carried over for validation to
 * report.
 */
export function flattenRaw(raw: JsonObject, problems: Problems): JsonObject {
  // $schema helps an editor; it says nothing about the document.
  const { body, $schema: _editor, ...rest } = raw;
  const pass = new Flattening(problems, handIds(body));
  const root = pass.add(body, { prefix: '', slot: '' }, at(ROOT_PATH, 'body'), 1);
  return { ...rest, root: root ?? '', nodes: pass.nodes };
}

/** Ids given anywhere in the tree: generated ids must not collide with them. */
function handIds(body: unknown): Set<string> {
  const ids = new Set<string>();
  const visit = (node: unknown, depth: number): void => {
    const id = own(node, 'id');
    if (isText(id)) ids.add(id);
    if (depth <= MAX_DEPTH)
      for (const [, slot] of slotsOf(node))
        for (const child of children(slot)) visit(child, depth + 1);
  };
  visit(body, 1);
  return ids;
}
function children(slot: unknown): unknown[] {
  const list = Array.isArray(slot) ? slot : own(slot, 'nodes');
  return Array.isArray(list) ? list : [];
}

class Flattening {
  readonly nodes: JsonObject = {};
  constructor(
    private readonly problems: Problems,
    private readonly taken: Set<string>,
  ) {}

  /** Flattens one node and all below it; returns its id, or undefined when it is no node at all. */
  add(
    node: unknown,
    home: { prefix: string; slot: string },
    place: ProblemPath,
    depth: number,
  ): string | undefined {
    if (!isObject(node)) {
      this.problems.invalid(place, '这里应是一个节点');
      return undefined;
    }
    if (depth > MAX_DEPTH) {
      this.problems.invalid(place, `嵌套超过 ${MAX_DEPTH} 层`);
      return undefined;
    }
    const id = this.idOf(node, home, place);
    const { id: _given, slots, ...rest } = node;
    // The place is taken before the children so that the map keeps document order.
    const flat: JsonObject = { ...rest };
    put(this.nodes, id, flat);
    if (slots !== undefined) flat.slots = this.slots(slots, id, place, depth);
    return id;
  }

  private slots(slots: unknown, id: string, place: ProblemPath, depth: number): unknown {
    if (!isObject(slots)) return slots;
    const out: JsonObject = {};
    for (const [name, slot] of Object.entries(slots)) {
      const ids = children(slot).flatMap(
        (child, i) =>
          this.add(child, { prefix: id, slot: name }, at(place, 'slots', name, i), depth + 1) ?? [],
      );
      if (Array.isArray(slot)) put(out, name, ids);
      else
        put(
          out,
          name,
          isObject(slot) && Array.isArray(own(slot, 'nodes')) ? { ...slot, nodes: ids } : slot,
        );
    }
    return out;
  }

  private idOf(
    node: JsonObject,
    home: { prefix: string; slot: string },
    place: ProblemPath,
  ): string {
    const given = own(node, 'id');
    if (!isText(given)) return this.made(node, home);
    if (Object.hasOwn(this.nodes, given)) this.problems.invalid(place, `编号“${given}”用了两次`);
    return given;
  }

  private made(node: JsonObject, { prefix, slot }: { prefix: string; slot: string }): string {
    const type = own(node, 'type');
    const bind = own(node, 'bind');
    const name = (isText(type) ? type.split('@')[0]! : 'node') + (isText(bind) ? `:${bind}` : '');
    const base = shorten(prefix === '' ? name : `${prefix}.${slot}.${name}`);
    let id = base;
    for (let n = 2; this.taken.has(id); n++) id = `${base}~${n}`;
    this.taken.add(id);
    return id;
  }
}

/** Limits the length of an id: a long path is cut and a hash of the whole distinguishes it. */
const shorten = (id: string): string => {
  const most = MAX_NODE_ID - 8;
  return id.length <= most ? id : `${id.slice(0, most - 15)}-${hashText(id)}`;
};
