import { calls, type Call, type ObjectDescribe } from '../../contract/index.ts';
import type { PageDocument } from '../model/document.ts';
import { isObject, type Schema } from '../../document/index.ts';

/**
 * What a page may use, as JSON: the server validates with schemas/widgets.json and
 * schemas/actions.json, without a renderer.
 */
export interface WidgetSpec {
  /** Without the version. */
  type: string;
  version: number;
  title: string;
  category: string;
  props: Schema;
  /** A slot named * matches any name. */
  slots?: Record<
    string,
    {
      title: string;
      accepts?: string[];
      most?: number;
      repeated?: boolean | 'one' | 'value';
      within?: string[];
    }
  >;
  events?: Record<string, { title: string; payload?: Schema }>;
  bind?: { kinds: string[]; required?: boolean };
  designer?: { icon?: string; platform?: boolean };
}
export type WidgetCatalogue = readonly WidgetSpec[];

export interface ActionSpec {
  name: string;
  title: string;
  args: Schema;
  /** What later steps read as results.<as>. */
  result?: Schema;
  /** Arguments that hold steps to run later. */
  steps?: readonly string[];
  /** Writes records, in one transaction with the other such steps of its list. */
  writes?: boolean;
  /** The steps it holds have a transaction of their own. */
  apart?: boolean;
}
export type ActionCatalogue = readonly ActionSpec[];

/**
 * The catalogues: which props and arguments of widgets and actions name calls, hold documents or
 * steps.
 */
export interface Catalogues {
  readonly widgets: WidgetCatalogue;
  readonly actions: ActionCatalogue;
}

/** The calls a page may name: what goes in and what comes back. */
export type CallCatalogue = ReadonlyMap<string, { input?: Schema; output?: Schema }>;

export interface ValidateOptions {
  widgets: WidgetCatalogue;
  actions: ActionCatalogue;
  /** Every call of the contract unless given. */
  calls?: CallCatalogue;
  /**
   * The describe of an object, if there is such an object; left out, objects and their fields are
   * not checked.
   */
  describe?(apiName: string): ObjectDescribe | undefined;
  /** The block of a key (src/page/model/blocks.ts), if there is one; left out, blocks are not checked. */
  block?(key: string): PageDocument | undefined;
  /** Names of the machines an application has; left out, any name goes. */
  machines?: Iterable<string>;
}

let contractCalls: CallCatalogue | undefined;
/** The contract's calls as a page sees them: path parameters, query and body in one input. */
export function callCatalogue(): CallCatalogue {
  contractCalls ??= new Map(
    (calls as unknown as readonly Call[]).map((call) => [
      call.id,
      { input: inputOf(call), output: call.data as Schema },
    ]),
  );
  return contractCalls;
}
function inputOf(call: Call): Schema {
  const parts = [call.params, call.query, call.body].filter(
    (part) => part !== undefined,
  ) as unknown as Schema[];
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})) as Record<
      string,
      Schema
    >,
    required: parts.flatMap((part) => part.required ?? []),
    additionalProperties: parts.every((part) => !isObject(part.additionalProperties)) ? false : {},
  };
}
