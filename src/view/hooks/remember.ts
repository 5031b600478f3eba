import { useState } from 'react';
import type { NodeHandle } from '../kit/types.ts';
import { useRuntime } from '../context/context.ts';

/**
 * A value of a node stored per user under page, node and `part`; a stored value is used only while
 * it still `fits`. With an empty part nothing is stored.
 */
export function useRemembered<T>(
  node: NodeHandle<unknown>,
  part: string,
  init: T,
  fits: (value: unknown) => value is T,
): [T, (value: T) => void] {
  const { scope } = useRuntime();
  const key = part ? `${scope.page.key}.${node.id}.${part}` : '';
  const [value, setValue] = useState<T>(() => {
    const saved = key ? node.ports.remembered.get(key) : undefined;
    return fits(saved) ? saved : init;
  });
  const keep = (next: T): void => {
    setValue(next);
    if (key) node.ports.remembered.set(key, next);
  };
  return [value, keep];
}
export const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
export const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
