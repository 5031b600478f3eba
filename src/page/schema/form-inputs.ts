import {
  isObject,
  isText,
  own,
  at,
  type JsonObject,
  type ProblemPath,
} from '../../document/index.ts';
import { definitionOf, typeOf } from './form-refs.ts';
import { JSON_TYPES } from './keywords.ts';

/**
 * A part of a form's schema that forms do not support: where, and in Chinese what to write instead.
 */
export interface SchemaRefusal {
  place: ProblemPath;
  why: string;
}

/**
 * The fields of a form no input can be drawn for. The schema's keywords are sound and its `$ref`s
 * end.
 */
export function inputRefusals(root: JsonObject, place: ProblemPath): SchemaRefusal[] {
  const check = new InputCheck(root, place);
  check.fields(root, place);
  return check.refusals;
}

/** One value with an input of its own, of any structure. */
function hasOwnInput(schema: unknown): boolean {
  const input = own(own(schema, 'ui'), 'input');
  return isText(input) && input !== 'rows' && input !== 'group';
}
const hasChoices = (schema: unknown): boolean =>
  own(own(schema, 'ui'), 'options') !== undefined ||
  ['enum', 'oneOf', 'const'].some((key) => own(schema, key) !== undefined);

interface Placed {
  readonly schema: JsonObject;
  readonly place: ProblemPath;
}
class InputCheck {
  readonly refusals: SchemaRefusal[] = [];
  private readonly seen = new Set<unknown>();
  constructor(
    private readonly root: JsonObject,
    private readonly top: ProblemPath,
  ) {}

  private refuse(place: ProblemPath, why: string): void {
    this.refusals.push({ place, why });
  }

  /**
   * Of an object that is drawn field by field. Definitions are looked at once, where they are
   * written.
   */
  fields(object: JsonObject, place: ProblemPath): void {
    const found = this.followed(object, place);
    if (this.seen.has(found.schema)) return;
    this.seen.add(found.schema);
    const { properties } = found.schema;
    if (!isObject(properties)) {
      this.refuse(found.place, '对象须有 properties，或用 ui.input 指定输入方式');
      return;
    }
    for (const [name, each] of Object.entries(properties))
      if (isObject(each)) this.field(each, at(found.place, 'properties', name));
  }
  /** Where a `$ref` leads. */
  private followed(schema: JsonObject, place: ProblemPath): Placed {
    let found: Placed = { schema, place };
    for (
      let target: unknown = schema;
      isObject(target);
      target = definitionOf(this.root, target.$ref)
    ) {
      if (target !== schema)
        found = { schema: target, place: at(this.top, ...refKeys(found.schema.$ref)) };
    }
    return found;
  }
  private field(schema: JsonObject, place: ProblemPath): void {
    const found = this.followed(schema, place);
    const target = { ...found.schema, ...(schema.ui !== undefined && { ui: schema.ui }) };
    if (hasOwnInput(target) || own(target.ui, 'formula') !== undefined) return;
    const type = typeOf(target);
    if (type === 'object') this.fields(schema, place);
    else if (type === 'array') this.list(target, found.place);
    else if (type === undefined && !hasChoices(target))
      this.refuse(found.place, `须写明 type：${JSON_TYPES.join('、')} 之一`);
  }
  private list(list: JsonObject, place: ProblemPath): void {
    const items = isObject(list.items) ? this.followed(list.items, at(place, 'items')) : undefined;
    if (items && typeOf(items.schema) === 'object') this.fields(items.schema, items.place);
    else if (!hasChoices(list) && !hasChoices(items?.schema)) {
      const how =
        'items 里用 enum 或 oneOf 给出选项，或写成对象的列表（一行一项），或用 ui.input 指定输入方式';
      this.refuse(items?.place ?? place, `这样的列表没有输入方式：${how}`);
    }
  }
}
const refKeys = (ref: unknown): string[] =>
  String(ref)
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
