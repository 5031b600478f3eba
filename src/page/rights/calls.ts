import { parse, type Ast } from '../../expression/index.ts';
import type { PageDocument } from '../model/document.ts';
import { stepsName } from '../model/steps.ts';
import {
  isExpression,
  isObject,
  isText,
  own,
  at,
  nodePath,
  ROOT_PATH,
  type JsonObject,
  type ProblemPath,
  looksTagged,
  type KindOf,
  type Schema,
} from '../../document/index.ts';
import { marksIn, type Mark } from '../schema/marks.ts';
import { documentParts } from '../validate/document-schema.ts';
import type { ActionCatalogue, Catalogues } from '../validate/catalogue.ts';

/**
 * A place in a page that reaches the server or a machine. `ids` are its possible values, undefined
 * where they are only known when the page runs. `unknown` is what no catalogue describes.
 */
export type Named =
  | {
      readonly kind: 'call';
      readonly place: ProblemPath;
      readonly ids: readonly string[] | undefined;
      readonly takes: KindOf<'call'>['takes'];
    }
  | { readonly kind: 'machine'; readonly place: ProblemPath; readonly name: string | undefined }
  | {
      readonly kind: 'send';
      readonly place: ProblemPath;
      readonly machine: string | undefined;
      readonly event: string | undefined;
      readonly step: unknown;
    }
  | { readonly kind: 'document'; readonly place: ProblemPath; readonly value: unknown }
  | { readonly kind: 'unknown'; readonly place: ProblemPath; readonly value: unknown };

/** The possible values of a formula, when they are all literal texts. */
function texts(ast: Ast): string[] | undefined {
  if (ast.kind === 'text') return [ast.value];
  if (ast.kind !== 'call' || ast.fn !== 'if') return undefined;
  // if(condition, yes, condition, yes, ..., no)
  const branches = ast.args.filter((_, i) => i % 2 === 1 || i === ast.args.length - 1).map(texts);
  return branches.every((branch) => branch !== undefined) ? branches.flat() : undefined;
}

function idsOf(value: unknown): string[] | undefined {
  if (isText(value)) return [value];
  const parsed = isExpression(value) ? parse(value.$x) : undefined;
  return parsed?.ok ? texts(parsed.ast) : undefined;
}
const textOf = (value: unknown): string | undefined => (isText(value) ? value : undefined);

/**
 * Every place of a page that reaches the server or a machine, found by the schemas of its widgets
 * and actions.
 */
export function namedIn(document: PageDocument, catalogues: Catalogues): Named[] {
  return new Finder(document, catalogues).all();
}

class Finder {
  private readonly widgets: ReadonlyMap<string, Schema>;
  private readonly actions: ReadonlyMap<string, ActionCatalogue[number]>;
  constructor(
    private readonly document: PageDocument,
    { widgets, actions }: Catalogues,
  ) {
    this.widgets = new Map(
      widgets.map(({ type, version, props }) => [`${type}@${version}`, props]),
    );
    this.actions = new Map(actions.map((action) => [action.name, action]));
  }

  all(): Named[] {
    const { sources, machines, nodes, steps, onOpen } = this.document;
    return [
      ...entries(sources).flatMap(([name, source]) =>
        this.marked(source, documentParts['callSource']!, at(ROOT_PATH, 'sources', name)),
      ),
      ...entries(machines).map(([name, machine]) => this.machine(name, machine)),
      ...entries(steps).flatMap(([name, decl]) =>
        this.steps(own(decl, 'do'), at(ROOT_PATH, 'steps', name, 'do')),
      ),
      ...this.steps(onOpen, at(ROOT_PATH, 'onOpen')),
      ...entries(nodes).flatMap(([id, node]) => this.node(node, nodePath(id))),
    ];
  }

  private machine(name: string, machine: unknown): Named {
    return {
      kind: 'machine',
      place: at(ROOT_PATH, 'machines', name, 'use'),
      name: textOf(own(machine, 'use')),
    };
  }

  private node(node: unknown, place: ProblemPath): Named[] {
    const schema = this.widgets.get(String(own(node, 'type')));
    const events = entries(own(node, 'on')).flatMap(([event, list]) =>
      this.steps(list, at(place, 'on', event)),
    );
    return [...this.known(own(node, 'props'), schema, at(place, 'props')), ...events];
  }

  private steps(list: unknown, place: ProblemPath): Named[] {
    if (!Array.isArray(list)) return [];
    return list.flatMap((step: unknown, i) =>
      isObject(step) ? this.step(step, at(place, i)) : [],
    );
  }
  private step(step: JsonObject, place: ProblemPath): Named[] {
    const spec = this.actions.get(String(own(step, 'do')));
    const args = own(step, 'args');
    const held = entries(args).filter(([name]) => spec?.steps?.includes(name));
    // Steps of the page are looked through where they are declared; a parameter that names a call
    // there is a formula and refused as one.
    const known =
      stepsName(own(step, 'do')) === undefined
        ? this.known(args, spec?.args, at(place, 'args'), step)
        : [];
    return [
      ...known,
      ...held.flatMap(([name, value]) => this.held(value, at(place, 'args', name))),
      ...this.steps(own(step, 'onError'), at(place, 'onError')),
    ];
  }
  /** Steps somewhere inside an argument that holds them: a list, lists of lists, cases. */
  private held(value: unknown, place: ProblemPath): Named[] {
    if (Array.isArray(value))
      return value.flatMap((item: unknown, i) =>
        isObject(item) && isText(own(item, 'do'))
          ? this.step(item, at(place, i))
          : this.held(item, at(place, i)),
      );
    return entries(value).flatMap(([key, item]) => this.held(item, at(place, key)));
  }

  /** Props or arguments by their schema; what the schema does not have is unknown. */
  private known(
    given: unknown,
    schema: Schema | undefined,
    place: ProblemPath,
    step?: JsonObject,
  ): Named[] {
    if (given === undefined) return [];
    if (!schema || looksTagged(given)) return [{ kind: 'unknown', place, value: given }];
    const strange = entries(given).filter(
      ([name]) => !Object.hasOwn(schema.properties ?? {}, name),
    );
    return [
      ...this.marked(given, schema, place, step),
      ...strange.map(([name, value]): Named => ({
        kind: 'unknown',
        place: at(place, name),
        value,
      })),
    ];
  }
  private marked(value: unknown, schema: Schema, place: ProblemPath, step?: JsonObject): Named[] {
    return marksIn(value, schema, place).map((mark) => this.named(mark, step));
  }
  private named({ place, value, schema }: Mark, step: JsonObject | undefined): Named {
    const kind = schema['x-kind'];
    if (kind?.kind === 'call') return { kind: 'call', place, ids: idsOf(value), takes: kind.takes };
    if (kind?.kind !== 'event') return { kind: 'document', place, value };
    const machine = textOf(own(own(step, 'args'), kind.machine));
    const declared =
      machine === undefined
        ? undefined
        : (own(own(this.document.machines, machine), 'use') ?? machine);
    return {
      kind: 'send',
      place,
      machine: textOf(declared),
      event: textOf(value) ?? textOf(own(value, 'type')),
      step,
    };
  }
}

const entries = (value: unknown): [string, unknown][] =>
  isObject(value) ? Object.entries(value) : [];
