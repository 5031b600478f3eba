import type { Value } from '../../document/index.ts';
import type { Action, NestedNode } from '../model/document.ts';

/**
 * Short hands for writing nodes and actions in TypeScript; generated pages are nested documents
 * like any file.
 */
export const x = (expression: string): Value => ({ $x: expression });
export const t = (template: string): Value => ({ $t: template });
/** Text of a label inside a template: its braces are braces. */
export const plain = (text: string): string => text.replaceAll('{', '{{').replaceAll('}', '}}');

/** A text literal of the expression language. */
export const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

type Rest = Omit<NestedNode, 'type' | 'id' | 'props'>;
export const node = (
  id: string,
  type: string,
  props: { [key: string]: Value } = {},
  rest: Rest = {},
): NestedNode => ({ id, type, ...(Object.keys(props).length > 0 && { props }), ...rest });
export const button = (
  id: string,
  props: { [key: string]: Value },
  click: Action[] = [],
): NestedNode => node(id, 'button@1', props, click.length > 0 ? { on: { click } } : {});

export const act = (
  name: string,
  args: { [key: string]: Value } = {},
  rest: Omit<Action, 'do' | 'args'> = {},
): Action => ({ do: name, ...(Object.keys(args).length > 0 && { args }), ...rest });
export const set = (target: string, value: Value): Action => act('set', { target, value });
export const success = (text: Value): Action => act('toast', { kind: 'success', text });

/** The node, only where the condition holds besides its own. */
export const onlyIf = (condition: string, shown: NestedNode): NestedNode => {
  const visible = shown.when?.visible;
  const own = typeof visible === 'object' ? `(${visible.$x}) and ` : '';
  return { ...shown, when: { ...shown.when, visible: { $x: `${own}${condition}` } } };
};
