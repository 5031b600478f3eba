import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import type { AreaNode } from '../../contract/index.ts';
import { areaLabel } from '../../values/index.ts';
import { portsOf, type InputProps } from '../fields/input-props.ts';
import { childrenOf, downTo, type Path } from './tree/rows.ts';
import { TreeField } from './tree/TreeField.tsx';
import { levelNamesOf } from './cascade.tsx';
import { MultiSelectInput } from './select-field.tsx';

const NONE: readonly AreaNode[] = [];
const DISTRICT = 3;

/**
 * Value: the code of a province, city or district (GB/T 2260), as deep as the field asks; nothing
 * deeper is offered.
 */
export const AreaInput = observer(function AreaInput(props: InputProps) {
  const ports = portsOf(props);
  const [areas, setAreas] = useState(NONE);
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (!wanted) return undefined;
    let gone = false;
    ports?.areas().then(
      (list) => {
        if (!gone) setAreas(list);
      },
      (failure: unknown) => {
        if (!gone) {
          setWanted(false);
          ports.showFailure(failure);
        }
      },
    );
    return () => {
      gone = true;
    };
  }, [wanted, ports]);
  const several = props.options.multiple === true;
  useEffect(() => {
    if (several) setWanted(true);
  }, [several]);
  const level = typeof props.options.areaLevel === 'number' ? props.options.areaLevel : DISTRICT;
  const tree = useMemo(() => downTo(areas, level), [areas, level]);
  const takes = useMemo(
    () => (path: Path) => path.length >= level || childrenOf(path.at(-1)).length === 0,
    [level],
  );
  const choices = useMemo(
    () => (several ? [...levelNamesOf(tree)].map(([code, label]) => ({ code, label })) : []),
    [several, tree],
  );
  if (several) return <MultiSelectInput {...props} options={{ ...props.options, choices }} />;
  return (
    <TreeField
      input={props}
      tree={tree}
      nameOf={(code) => areaLabel(code, ports?.labels)}
      loading={wanted && areas === NONE}
      takes={takes}
      anyLevel={false}
      searchHint="搜索名称或拼音首字母"
      onOpen={() => setWanted(true)}
    />
  );
});
