import type { ObjectDescribe } from '../../contract/index.ts';
import type { Cell, FieldModel, FormModel, ListModel, RecordModel, SourceModel } from './types.ts';

/** The kinds of thing a node may be bound to; see src/runtime/models. */
export type BindKind =
  | 'field'
  | 'record'
  | 'form'
  | 'list'
  | 'source'
  | 'cell'
  | 'machine'
  | 'describe';

/**
 * A node is bound to nothing, or to something its widget cannot use. Shown in the node's own error
 * card.
 */
export class BindError extends TypeError {
  override readonly name = 'BindError';
}

const WORDS: Record<BindKind, string> = {
  field: '字段',
  record: '记录',
  form: '表单',
  list: '列表数据源',
  source: '数据源',
  cell: '状态',
  machine: '状态机',
  describe: '对象描述',
};
function kindOf(bound: unknown): BindKind | undefined {
  if (typeof bound !== 'object' || bound === null) return undefined;
  if ('kind' in bound && typeof bound.kind === 'string' && bound.kind in WORDS)
    return bound.kind as BindKind;
  return 'getSnapshot' in bound ? 'machine' : undefined;
}
function expectKind<T>(bound: unknown, ...kinds: BindKind[]): T {
  const kind = kindOf(bound);
  if (kind && kinds.includes(kind)) return bound as T;
  const wanted = kinds.map((each) => WORDS[each]).join('或');
  throw new BindError(
    kind
      ? `这个组件要绑定${wanted}，现在绑定的是${WORDS[kind]}`
      : `这个组件要绑定${wanted}，现在没有绑定`,
  );
}

/** What node.bound must be, or a BindError with a Chinese message. */
export const asField = (bound: unknown): FieldModel => expectKind(bound, 'field');
export const asForm = (bound: unknown): FormModel => expectKind(bound, 'form');
export const asRecord = (bound: unknown): RecordModel | FormModel =>
  expectKind(bound, 'record', 'form');
export const asList = (bound: unknown): ListModel => expectKind(bound, 'list');
/** The describe behind a describe source, a list or a form; null while it is loading. */
export function asDescribe(bound: unknown): ObjectDescribe | null {
  const model = expectKind<SourceModel | ListModel | FormModel>(bound, 'source', 'list', 'form');
  return model.kind === 'source' ? (model.data as ObjectDescribe | null) : model.describe;
}
/** Something with one value that can be read and written: a field or a state cell. */
export const asValue = (bound: unknown): FieldModel | Cell => expectKind(bound, 'field', 'cell');
export { kindOf as bindKind };
