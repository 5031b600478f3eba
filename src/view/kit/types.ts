import type { ComponentType, ReactNode } from 'react';
import type { TSchema } from 'typebox';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import type { BindKind } from '../../runtime/models/index.ts';
export interface SlotDefinition {
  /** Chinese name for the designer. */
  title: string;
  /** Widget categories or types it takes; all when left out. */
  accepts?: string[];
  /** Most nodes it takes. */
  most?: number;
  /**
   * The slot is drawn once a row, `one`: for one of the rows, and its content reads the row under an
   * alias; `value`: the widget hands in single values (RowCell) that the content is bound to.
   */
  repeated?: boolean | 'one' | 'value';
  /**
   * The rows are those of lists within the bound list's rows, one in the other: the props that name
   * these lists, from the outside in.
   */
  within?: string[];
}
interface EventDefinition {
  title: string;
  payload?: TSchema;
}

export type WidgetCategory =
  | 'layout'
  | 'display'
  | 'data'
  | 'input'
  | 'action'
  | 'navigation'
  | 'shell';

/**
 * How a field is drawn as text: what the node overrides of the field, as in FieldOverrides of the
 * theme.
 */
export interface PlaceholderProps {
  label?: string | undefined;
  help?: string | undefined;
  input?: string | undefined;
  hideLabel?: boolean | undefined;
  /** Columns of a grid. */
  span?: number | undefined;
}

/**
 * A widget, whole: one folder, one of these, one line in renderers/index.ts. Importing it has no
 * effect. `props` are closed JSON Schema (TypeBox) with `description` in Chinese and `default`s;
 * each may be given as a literal, {$x} or {$t}. The view is lazy: a chunk of its own.
 */
export interface WidgetDefinition {
  /** lower camel case, without the version: dataTable. */
  type: string;
  /** Major version; documents name widgets as type@version. */
  version: number;
  title: string;
  category: WidgetCategory;
  props: TSchema;
  bind?: { kinds: BindKind[]; required?: boolean };
  slots?: Record<string, SlotDefinition>;
  events?: Record<string, EventDefinition>;
  /** From an older major's props to the next one's, keyed by the major it starts from. */
  migrate?: Record<number, (props: Record<string, unknown>) => Record<string, unknown>>;
  /**
   * For a widget that draws the one field it is bound to, as label and input with the DOM id
   * `node.domId('input')`: what a long form shows of it in its place while it is far from the
   * screen. Null when these props ask for the widget itself.
   */
  placeholder?: (props: Readonly<Record<string, unknown>>) => PlaceholderProps | null;
  /** `platform`: for the platform's own pages; builders are not offered it. */
  designer?: { icon?: string; example?: unknown; platform?: boolean };
  view: () => Promise<WidgetModule>;
}
/** What `view` fetches. */
interface WidgetModule {
  default: ComponentType<WidgetViewProps>;
  /**
   * What the build took out of the definition to travel with the view
   * (scripts/vite/slim-definitions.ts).
   */
  drawn?: Pick<WidgetDefinition, 'title' | 'props'>;
}
export const defineWidget = (definition: WidgetDefinition): WidgetDefinition => definition;

/**
 * What a view gets: one handle on its node. Views are wrapped in `observer` by the engine: just
 * read.
 */
// eslint-disable-next-line typescript/no-explicit-any -- a view of any props fits where views are listed
export interface WidgetViewProps<P = any> {
  node: NodeHandle<P>;
}

export interface NodeHandle<P = Record<string, unknown>> {
  readonly id: string;
  readonly type: string;
  /**
   * Evaluated props with the definition's defaults; a getter each, so a view renders again only for
   * what it read.
   */
  readonly props: P;
  /**
   * What `bind` leads to: a FieldModel, RecordModel, FormModel, ListModel, SourceModel, Cell,
   * machine actor or describe; undefined without a bind.
   */
  readonly bound: unknown;
  /** when.* combined with the bound field's own state. Invisible nodes are not drawn at all. */
  readonly state: {
    readonly required: boolean;
    readonly readonly: boolean;
    readonly disabled: boolean;
  };
  /** True when the document fills the slot. */
  hasSlot(name: string): boolean;
  /** How many nodes the document puts into the slot. */
  slotSize(name: string): number;
  /** False when the conditions of all the slot's nodes hide them. Tracked. */
  shows(name: string): boolean;
  /**
   * The slot's nodes; for a repeated slot the row and its key are given, and the content reads it
   * under the slot's alias.
   */
  slot(name: string, row?: { value: unknown; key: string; index: number }): ReactNode;
  /** True when the document handles the event. */
  handles(event: string): boolean;
  /**
   * Runs the event's actions; `payload` is read as `event`. Resolves when all are done; false if
   * one stopped the list.
   */
  emit(event: string, payload?: unknown): Promise<boolean>;
  /** An event's actions are running. */
  readonly busy: boolean;
  /** Ports of the application (toast, navigate, call, labels ...). */
  readonly ports: EnginePorts;
  /** A stable DOM id for labels: unique on the page. */
  domId(part?: string): string;
}
