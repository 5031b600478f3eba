import { useEffect, useMemo, useState } from 'react';
import type { FieldDescribe } from '../../src/contract/index.ts';
import {
  fieldNames,
  formulaContext,
  plainNames,
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
function fieldOf(given: Readonly<Record<string, unknown>>): FieldDescribe {
  const relevant = Object.fromEntries(
    KNOWN.flatMap((key) =>
      given[key] === undefined || given[key] === null ? [] : [[key, given[key]]],
    ),
  );
  const options = recordsOf(given['options']).map((option) => ({
    code: textOf(option['code']),
    label: textOf(option['label']) || textOf(option['code']),
  }));
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
/** Fields of another object, once they are known. */
function useOthers(object: string, ports: EnginePorts): readonly FormulaName[] {
  const [found, setFound] = useState<{ object: string; names: readonly FormulaName[] } | null>(
    null,
  );
  useEffect(() => {
    if (!object) return undefined;
    let stays = true;
    ports.describe(object).then(
      ({ fields }) => {
        if (stays) setFound({ object, names: fieldNames(fields) });
      },
      () => undefined,
    );
    return () => {
      stays = false;
    };
  }, [object, ports]);
  return found?.object === object ? found.names : NONE;
}

export function useWorld(props: FormulaProps, ports: EnginePorts): FormulaContext {
  const fields = useSame(recordsOf(props.fields).map(fieldOf));
  const more = useSame(recordsOf(props.names));
  const [via = '', link] = textOf(props.via).split('.');
  const others = useOthers(link === undefined ? '' : via, ports);
  const { expects, system, user } = props;
  return useMemo(() => {
    const names = fieldNames(fields);
    const inside = link === undefined ? names.find(({ name }) => name === via)?.inside : others;
    return formulaContext({
      fields: [...plainNames(more), ...names],
      rows: inside,
      system: system !== false,
      user: user === true,
      expected: expects === 'value' || expects === 'condition' ? expects : 'any',
    });
  }, [fields, more, via, link, others, expects, system, user]);
}
