import { computed } from 'mobx';
import type { NodeModel, ValueModel, WhenModel } from '../../page/index.ts';
import type { FormModelImpl } from '../models/form.ts';
import type { FieldRules, OwnedRecord } from '../models/owner.ts';
import { Locals, type Local } from './locals.ts';
import type { ScopeParts } from './types.ts';

type Part = keyof WhenModel;

/**
 * What one node says about the field it is bound to: its own `when` and that of the nodes around
 * it.
 */
interface NodeRule {
  scope: ScopeParts;
  node: NodeModel;
  conditions: Record<Part, readonly ValueModel[]>;
}

/**
 * Gives each form the rules of the nodes for its fields, rows included, so that required, hidden and
 * read-only hold whether or not the field is on the screen: those of the page, and of the blocks it
 * shares the form with.
 */
export function wireRules(scopes: readonly ScopeParts[]): void {
  for (const [form, shapes] of rulesByForm(scopes)) {
    for (const [shape, rules] of shapes) form.addRule(shape, (record) => combined(rules, record));
  }
}

/**
 * Of each form's fields that some node says something about: what all of their nodes say. Most
 * fields of a long form are not among them.
 */
function rulesByForm(scopes: readonly ScopeParts[]): Map<FormModelImpl, Map<string, NodeRule[]>> {
  const bound = scopes.flatMap((scope) => {
    const conditions = new Conditions(scope);
    return [...scope.page.nodes.values()].flatMap((node) => {
      const [root = '', ...shape] = node.address ?? [];
      const form = shape.length > 0 && rowsAreKnown(node) ? scope.forms.get(root) : undefined;
      return form ? [{ form, shape: shape.join('.'), scope, node, conditions }] : [];
    });
  });
  const found = new Map<FormModelImpl, Map<string, NodeRule[]>>();
  for (const { form, shape, node, conditions } of bound) {
    if (!conditions.speaks(node)) continue;
    const shapes = found.get(form) ?? new Map<string, NodeRule[]>();
    found.set(form, shapes.set(shape, []));
  }
  for (const { form, shape, scope, node, conditions } of bound)
    found
      .get(form)
      ?.get(shape)
      ?.push({ scope, node, conditions: conditions.of(node) });
  return found;
}
/**
 * The rows around the node are rows of the same form: rows of another list cannot be derived from
 * the field alone.
 */
const rowsAreKnown = (node: NodeModel): boolean =>
  node.aliases.every((alias) => alias.address?.[0] === node.address?.[0]);

type InheritedConditions = Record<'visible' | 'readonly' | 'disabled', readonly ValueModel[]>;
/**
 * Conditions that hold for everything inside a node: its own and those of the nodes around it.
 * Computed once a node.
 */
class Conditions {
  private readonly known = new Map<string, InheritedConditions>();
  constructor(private readonly scope: ScopeParts) {}

  within(id: string | undefined): InheritedConditions {
    const node = id === undefined ? undefined : this.scope.node(id);
    if (!node) return NOWHERE;
    const known = this.known.get(node.id);
    if (known) return known;
    const made = this.joined(node, this.within(node.parent));
    this.known.set(node.id, made);
    return made;
  }
  private joined({ when }: NodeModel, outer: InheritedConditions): InheritedConditions {
    const join = (part: keyof InheritedConditions): readonly ValueModel[] =>
      when[part] ? [when[part], ...outer[part]] : outer[part];
    return when.visible || when.readonly || when.disabled
      ? { visible: join('visible'), readonly: join('readonly'), disabled: join('disabled') }
      : outer;
  }
  /** Anything is said of the field at all. */
  speaks(node: NodeModel): boolean {
    return (
      node.onHide === 'clear' ||
      node.when.required !== undefined ||
      this.within(node.id) !== NOWHERE
    );
  }
  of(node: NodeModel): NodeRule['conditions'] {
    return { ...this.within(node.id), required: node.when.required ? [node.when.required] : [] };
  }
}
const NOWHERE: InheritedConditions = { visible: [], readonly: [], disabled: [] };

function combined(rules: readonly NodeRule[], record: OwnedRecord): FieldRules {
  const locals = rules.map(({ node }) => localsOf(node, record));
  const ask = (part: Part, join: 'some' | 'every', holds: 'some' | 'every'): (() => boolean) => {
    if (rules.every(({ conditions }) => conditions[part].length === 0))
      return () => part === 'visible';
    const value = computed(() =>
      rules[join](({ scope, conditions }, at) =>
        conditions[part][holds]((model) => scope.flagOf(model, locals[at]!, false)),
      ),
    );
    return () => value.get();
  };
  return {
    // Drawn twice, a field is visible or required when either place requires it, and read-only when
    // both do.
    visible: ask('visible', 'some', 'every'),
    required: ask('required', 'some', 'some'),
    readonly: ask('readonly', 'every', 'some'),
    disabled: ask('disabled', 'every', 'some'),
    clears: rules.every(({ node }) => node.onHide === 'clear'),
  };
}

/** Row aliases of a node, for the row a field is in. */
function localsOf(node: NodeModel, record: OwnedRecord): Locals | null {
  if (node.aliases.length === 0) return null;
  const rows = new Map<string, OwnedRecord>();
  for (let row: OwnedRecord | undefined = record; row?.parent; row = row.parent.record)
    rows.set(row.parent.shape, row);
  return new Locals(
    new Map(
      node.aliases.map((alias): [string, Local] => {
        const row = rows.get(alias.address!.slice(1).join('.'));
        return [
          alias.name,
          {
            value: row,
            get index() {
              return row?.parent?.rows.indexOf(row);
            },
          },
        ];
      }),
    ),
  );
}
