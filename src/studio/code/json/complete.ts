import {
  pickedCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { propertiesOf, schemasAt, valuesOf, type Schema } from './schema.ts';
import { keyOf, pathOf, rootOf, valueOf, type Path } from './tree.ts';

/** What a property begins with, by its type; the bar is the cursor. */
const STARTS: Readonly<Record<string, string>> = { string: '"|"', object: '{|}', array: '[|]' };
function insert(text: string, key: boolean): NonNullable<Exclude<Completion['apply'], string>> {
  return (view: EditorView, completion, from, to) => {
    const after = view.state.sliceDoc(to, to + 1);
    const end = after === '"' ? to + 1 : to;
    const hasColon = key && /^\s*:/u.test(view.state.sliceDoc(end, end + 8));
    const whole = hasColon ? text.replace(/:.*$/su, '') : text;
    const bar = whole.indexOf('|');
    const plain = whole.replace('|', '');
    view.dispatch({
      changes: { from, to: end, insert: plain },
      selection: { anchor: from + (bar < 0 ? plain.length : bar) },
      annotations: pickedCompletion.of(completion),
    });
  };
}

const isEnum = ({ anyOf, enum: values }: Schema): boolean =>
  values !== undefined || anyOf !== undefined;
function propertyOffers(
  schemas: readonly Schema[],
  root: Schema,
  taken: ReadonlySet<string>,
): Completion[] {
  return [...propertiesOf(schemas, root)]
    .filter(([name]) => !taken.has(name))
    .map(([name, schema]) => ({
      label: name,
      type: 'property',
      detail: (schema.description ?? schema.title ?? '').slice(0, 40),
      apply: insert(
        `${JSON.stringify(name)}: ${isEnum(schema) ? '' : (STARTS[[schema.type].flat()[0] ?? ''] ?? '')}`,
        true,
      ),
    }));
}
const valueOffers = (schemas: readonly Schema[]): Completion[] =>
  [...valuesOf(schemas)].map(([value, title]) => ({
    label: String(value),
    type: 'constant',
    detail: title,
    apply: insert(JSON.stringify(value), false),
  }));

interface Spot {
  kind: 'key' | 'value';
  path: Path;
  from: number;
  object?: SyntaxNode;
  own?: string;
}
/** What is being written at the cursor: a property's name, or a value. */
function spotAt({ state, pos }: CompletionContext): Spot | null {
  const { doc } = state;
  const node = syntaxTree(state).resolveInner(pos, -1);
  if (node.name === 'PropertyName')
    return {
      kind: 'key',
      path: pathOf(node.parent!.parent!, doc),
      from: node.from,
      object: node.parent!.parent!,
      own: keyOf(node.parent!, doc),
    };
  if (node.name === 'String') return stringSpot(node, doc);
  return openSpot(node, doc, pos);
}
/** In a string: a name where the object has no colon yet, else a value. */
function stringSpot(node: SyntaxNode, doc: Text): Spot {
  const isKey =
    node.parent?.name === 'Object' ||
    (node.parent?.type.isError && node.parent.parent?.name === 'Object');
  return isKey
    ? { kind: 'key', path: pathOf(node.parent!, doc), from: node.from, object: node.parent! }
    : { kind: 'value', path: pathOf(node, doc), from: node.from };
}
/** Between tokens, or in a word without quotes. */
function openSpot(node: SyntaxNode, doc: Text, pos: number): Spot | null {
  const before = doc.sliceString(0, pos).trimEnd().at(-1);
  const word = /[\w"]*$/u.exec(doc.sliceString(Math.max(0, pos - 64), pos))?.[0] ?? '';
  let around: SyntaxNode | null = node;
  while (around && !['Object', 'Array', 'Property'].includes(around.name)) around = around.parent;
  if (!around) return null;
  if (around.name === 'Property')
    return {
      kind: 'value',
      path: [...pathOf(around.parent!, doc), keyOf(around, doc)],
      from: pos - word.length,
    };
  if (around.name === 'Array')
    return {
      kind: 'value',
      path: [...pathOf(around, doc), around.getChildren('String').length],
      from: pos - word.length,
    };
  return before === ':'
    ? null
    : { kind: 'key', path: pathOf(around, doc), from: pos - word.length, object: around };
}

/** Names and values the schema knows at the cursor. */
export const completeJson =
  (schema: () => Schema | null) =>
  (context: CompletionContext): CompletionResult | null => {
    const root = schema();
    const spot = root && spotAt(context);
    if (!root || !spot) return null;
    const typed = context.state.sliceDoc(spot.from, context.pos);
    if (!context.explicit && typed === '') return null;
    const { doc } = context.state;
    const schemas = schemasAt(root, valueOf(rootOf(context.state), doc), spot.path);
    const taken = new Set(
      spot.object
        ?.getChildren('Property')
        .map((property) => keyOf(property, doc))
        .filter((name) => name !== spot.own),
    );
    const wanted = typed.replaceAll('"', '').toLowerCase();
    const all = spot.kind === 'key' ? propertyOffers(schemas, root, taken) : valueOffers(schemas);
    const options = all
      .filter(
        ({ label, detail }) =>
          label.toLowerCase().includes(wanted) || (detail ?? '').includes(wanted),
      )
      .toSorted(
        (a, b) =>
          Number(b.label.toLowerCase().startsWith(wanted)) -
          Number(a.label.toLowerCase().startsWith(wanted)),
      );
    return options.length === 0 ? null : { from: spot.from, options, filter: false };
  };
