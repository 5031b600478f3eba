import { isRecord } from '../../values/index.ts';
import type { Cell, ListModel, SourceModel } from './types.ts';

const ofKind = (value: unknown, kind: string): boolean => isRecord(value) && value['kind'] === kind;
export const listOf = (bound: unknown): ListModel | null =>
  ofKind(bound, 'list') ? (bound as ListModel) : null;
export const sourceOf = (bound: unknown): SourceModel | null =>
  ofKind(bound, 'source') ? (bound as SourceModel) : null;
export const cellOf = (bound: unknown): Cell | null =>
  ofKind(bound, 'cell') ? (bound as Cell) : null;
