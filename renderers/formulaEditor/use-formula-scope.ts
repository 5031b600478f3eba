import { useEffect, useMemo, useState } from 'react';
import type { FieldDescribe } from '../../src/contract/index.ts';
import {
  fieldNames,
  formulaContext,
  plainNames,
  referredObjects,
  removedNames,
  rowAsName,
  type FormulaName,
  type FormulaContext,
} from '../../src/studio/code/index.ts';
import type { EnginePorts } from '../../src/runtime/ports/index.ts';
import { recordsOf, textOf } from '../../src/values/index.ts';
import type { FormulaProps } from './index.ts';

/** What a formula must know of a field; other changes of it do not recompute the names. */
const KNOWN = [
  'apiName',
  'label',
  'type',
  'resultType',
  'showAs',
  'refObject',
  'help',
  'removed',
  'scale',
  'currencyCode',
] as const;
const optionOf = ({ code, label }: Readonly<Record<string, unknown>>) => ({
  code: textOf(code),
  label: textOf(label) || textOf(code),
});
function fieldOf(given: Readonly<Record<string, unknown>>): FieldDescribe {
  const relevant = Object.fromEntries(
    KNOWN.flatMap((key) =>
      given[key] === undefined || given[key] === null ? [] : [[key, given[key]]],
    ),
  );
  const options = recordsOf(given['options']).map(optionOf);
  const columns = recordsOf(given['fields']).map(fieldOf);
  return {
    id: textOf(given['apiName']),
    order: 0,
    ...relevant,
    apiName: textOf(given['apiName']),
    label: textOf(given['label']),
    type: textOf(given['type']) || 'text',
    ...(options.length > 0 && { options }),
    ...(columns.length > 0 && { fields: columns }),
  } as FieldDescribe;
}
/** A list that stays the same while it says the same. */
function useSame<T>(value: T): T {
  const [kept, keep] = useState(value);
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept;
  keep(value);
  return value;
}

const NONE: readonly FormulaName[] = [];
type Fields = readonly FieldDescribe[];
/** Fields of other objects, by name, once they are known. */
function useObjects(objects: readonly string[], ports: EnginePorts): ReadonlyMap<string, Fields> {
  const [found, setFound] = useState<ReadonlyMap<string, Fields>>(new Map());
  const wanted = useSame(objects);
  useEffect(() => {
    let stays = true;
    for (const object of wanted)
      ports.describe(object).then(
        ({ fields }) => {
          if (stays) setFound((before) => new Map([...before, [object, fields]]));
        },
        () => undefined,
      );
    return () => {
      stays = false;
    };
  }, [wanted, ports]);
  return found;
}
/** Objects whose fields are offered behind references; of very many, the first. */
const MAX_REFERRED = 30;

export function useWorld(props: FormulaProps, ports: EnginePorts): FormulaContext {
  // A formula that reads itself has no value.
  const own = textOf(props.own);
  const fields = useSame(
    recordsOf(props.fields)
      .map(fieldOf)
      .filter(({ apiName }) => own === '' || apiName !== own),
  );
  const more = useSame(recordsOf(props.names));
  const [via = '', link] = textOf(props.via).split('.');
  const rowObject = link === undefined ? '' : via;
  const referred = referredObjects(fields).slice(0, MAX_REFERRED);
  const objects = useObjects(rowObject === '' ? referred : [rowObject, ...referred], ports);
  const { expects, system, user } = props;
  const [rowName, rowLabel] = [textOf(props.rowName), textOf(props.rowLabel) || '这一行'];
  return useMemo(() => {
    const plain = new Map([...objects].map(([name, of]) => [name, fieldNames(of)]));
    const names = fieldNames(fields, plain);
    const inside =
      link === undefined
        ? names.find(({ name }) => name === via)?.inside
        : (plain.get(rowObject) ?? NONE);
    const row = rowName !== '' && inside ? [rowAsName(rowName, rowLabel, inside)] : NONE;
    return formulaContext({
      fields: [...row, ...plainNames(more), ...names],
      rows: rowName === '' ? inside : NONE,
      removed: removedNames(fields),
      system: system !== false,
      user: user === true,
      expected: expects === 'value' || expects === 'condition' ? expects : 'any',
    });
  }, [fields, more, via, link, rowObject, objects, expects, system, user, rowName, rowLabel]);
}
