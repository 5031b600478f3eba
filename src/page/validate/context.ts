import type { Type } from '../../expression/index.ts';
import {
  isText,
  own,
  hint,
  type JsonObject,
  type ProblemPath,
  type Problems,
  checkSchema,
  looksTagged,
  type Schema,
} from '../../document/index.ts';
import type { ActionSpec, CallCatalogue, ValidateOptions, WidgetSpec } from './catalogue.ts';
import { callCatalogue } from './catalogue.ts';
import type { ScopeTypes } from './scope.ts';
import { ValueChecks } from './values.ts';

/** Steps of the page, checked once each, when something first runs them. */
export interface StepsChecks {
  readonly names: readonly string[];
  /** What an action that runs them takes; undefined when there are none of that name. */
  spec(name: string): ActionSpec | undefined;
  /** How many actions they are in all, and what they result in. */
  check(name: string): { readonly size: number; readonly results: Type };
}
const NO_STEPS: StepsChecks = {
  names: [],
  spec: () => undefined,
  check: () => ({ size: 0, results: 'any' }),
};

/** What every part of the validation needs: the document, the catalogues, and where problems go. */
export class Validation {
  readonly values: ValueChecks;
  readonly widgets: ReadonlyMap<string, WidgetSpec>;
  readonly actions: ReadonlyMap<string, ActionSpec>;
  readonly calls: CallCatalogue;
  /** The page's steps; set once its declarations are known. */
  steps: StepsChecks = NO_STEPS;

  constructor(
    readonly document: JsonObject,
    readonly options: ValidateOptions,
    readonly problems: Problems,
  ) {
    this.values = new ValueChecks(problems);
    this.widgets = new Map(
      options.widgets.map((widget) => [`${widget.type}@${widget.version}`, widget]),
    );
    this.actions = new Map(options.actions.map((action) => [action.name, action]));
    this.calls = options.calls ?? callCatalogue();
  }

  /**
   * A value against a schema, positions of which may be formulas; answers those positions with what
   * they must give.
   */
  shaped(value: unknown, schema: Schema, place: ProblemPath): Map<string, Schema> {
    const wanted = new Map<string, Schema>();
    for (const fault of checkSchema(value, schema, place, {
      tagged: true,
      onTag: (tag) => wanted.set(tag.place.path, tag.schema),
    }))
      this.problems.invalid(fault.place, fault.why);
    return wanted;
  }
  /** The same, and all formulas in it against the scope. */
  typed(value: unknown, schema: Schema, scope: ScopeTypes, place: ProblemPath): void {
    this.values.all(value, scope, place, this.shaped(value, schema, place));
  }

  /** Names an id no call has. */
  callId(id: string, place: ProblemPath): void {
    if (!this.calls.has(id))
      this.problems.invalid(place, `没有编号为“${id}”的接口${hint(id, this.calls.keys())}`);
  }
  /** A source's call and, as far as they are written out, its arguments. */
  call(
    id: unknown,
    input: unknown,
    scope: ScopeTypes,
    places: { id: ProblemPath; input: ProblemPath },
  ): void {
    if (isText(id)) this.callId(id, places.id);
    const schema = isText(id) ? this.calls.get(id)?.input : undefined;
    if (schema && !looksTagged(input)) this.typed(input, schema, scope, places.input);
    else this.values.all(input, scope, places.input);
  }

  /**
   * The describe an object name leads to: undefined when the name is a formula or no describes are
   * available.
   */
  object(name: unknown, place: ProblemPath): ReturnType<NonNullable<ValidateOptions['describe']>> {
    if (!isText(name) || !this.options.describe) return undefined;
    const describe = this.options.describe(name);
    if (!describe) this.problems.add(place, 'OBJECT_UNKNOWN', { name });
    return describe;
  }

  part(name: string): [string, JsonObject][] {
    const part = own(this.document, name);
    return typeof part === 'object' && part !== null
      ? (Object.entries(part) as [string, JsonObject][])
      : [];
  }
}
