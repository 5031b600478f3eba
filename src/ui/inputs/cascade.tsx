import { useMemo } from 'react';
import type { SelectOption } from '../../contract/index.ts';
import type { InputProps } from '../fields/input-props.ts';
import { MultiSelectInput } from './select-field.tsx';
import { childrenOf, type Path } from './tree/rows.ts';
import { TreeField } from './tree/TreeField.tsx';

const NONE: readonly SelectOption[] = [];
const isLeaf = (path: Path): boolean => childrenOf(path.at(-1)).length === 0;
const anything = (): boolean => true;
const hasLevels = (options: readonly SelectOption[]): boolean =>
  options.some((option) => childrenOf(option).length > 0);
/** Options switched off are not offered; the path of a chosen one still shows. */
function offered(options: readonly SelectOption[]): SelectOption[] {
  return options.flatMap(({ children, ...option }) =>
    option.disabled ? [] : [{ ...option, ...(children && { children: offered(children) }) }],
  );
}

/**
 * Value: the code of an option of the tree; with `multiple` a list of them. A code removed since is
 * shown as it is and preserved.
 */
export function CascadeInput(props: InputProps) {
  const options = props.options.choices ?? NONE;
  const all = useMemo(() => offered(options), [options]);
  const leafOnly = props.options.leafOnly === true;
  const labels = useMemo(() => levelNamesOf(options), [options]);
  if (props.options.multiple)
    return (
      <MultiSelectInput
        {...props}
        options={{
          ...props.options,
          choices: [...labels].map(([code, label]) => ({ code, label })),
        }}
      />
    );
  return (
    <TreeField
      input={props}
      tree={all}
      nameOf={(code) => labels.get(code) ?? code}
      takes={leafOnly ? isLeaf : anything}
      anyLevel={!leafOnly && hasLevels(all)}
    />
  );
}
/** Options by code, each with its ancestors: 水果 / 苹果. */
export function levelNamesOf(
  options: readonly SelectOption[],
  above = '',
  into = new Map<string, string>(),
): Map<string, string> {
  for (const option of options) {
    const name = above ? `${above} / ${option.label}` : option.label;
    into.set(option.code, name);
    levelNamesOf(childrenOf(option), name, into);
  }
  return into;
}
