import type { CustomView, ViewGroup, ViewScope } from '../../src/contract/index.ts';
import { isRecord, recordsOf, textOf } from '../../src/values/index.ts';
import type { MenuItem } from '../../src/ui/parts/index.ts';

export interface ViewKindOption {
  readonly key: string;
  readonly title: string;
  readonly icon: string;
}
export const kindsOf = (value: unknown): ViewKindOption[] =>
  recordsOf(value)
    .map((item) => ({
      key: textOf(item['key']),
      title: textOf(item['title']) || textOf(item['key']),
      icon: textOf(item['icon']),
    }))
    .filter(({ key }) => key !== '');

/** Views as a source gives them; null while there are none yet. */
export function viewsOf(value: unknown): CustomView[] | null {
  if (!Array.isArray(value)) return null;
  return value.filter(
    (item): item is CustomView =>
      isRecord(item) && typeof item['id'] === 'string' && typeof item['name'] === 'string',
  );
}
export type ViewFolder = Pick<ViewGroup, 'id' | 'name'>;
export const foldersOf = (value: unknown): ViewFolder[] =>
  recordsOf(value).flatMap((item) => {
    const id = textOf(item['id']);
    return id ? [{ id, name: textOf(item['name']) }] : [];
  });

/** What an address calls the list by itself, and all groups together. */
export const ALL = 'all';
/** The view an address means: itself, else the default one; null is the list by itself. */
export const chosenView = (
  views: readonly CustomView[],
  id: string,
  only = false,
): CustomView | null => {
  const named = id === ALL ? undefined : views.find((view) => view.id === id);
  const byItself = id === '' ? views.find((view) => view.isDefault) : undefined;
  return named ?? byItself ?? (only ? views[0] : undefined) ?? null;
};

/**
 * What an address names and is not there: for who asks it is the same whether it is gone or not
 * theirs to see.
 */
export function missingMessage(
  views: readonly CustomView[],
  folders: readonly ViewFolder[],
  view: string,
  folder: string,
): string | null {
  if (view !== '' && view !== ALL && !views.some(({ id }) => id === view))
    return '没有找到这个视图，它可能已被删除，或不再向你开放。';
  return folder !== '' && folder !== ALL && !folders.some(({ id }) => id === folder)
    ? '没有找到这个视图分组，它可能已被删除。'
    : null;
}

const hasAudience = ({ auth }: CustomView): boolean =>
  [auth.userIds, auth.roleIds, auth.deptIds].some((ids) => (ids?.length ?? 0) > 0);
const MARKS: Readonly<Record<ViewScope, { icon: string; text: string } | null>> = {
  shared: null,
  personal: { icon: 'user', text: '个人视图' },
  locked: { icon: 'lock', text: '已锁定' },
  restricted: { icon: 'eye-invisible', text: '精简视图' },
};
/** What a tab's mark says of whose the view is. */
export const markOf = (view: CustomView): { icon: string; text: string } | null =>
  MARKS[view.scope] ?? (hasAudience(view) ? { icon: 'user-group', text: '指定的人可见' } : null);

const item = (key: string, text: string, icon: string, more: Partial<MenuItem> = {}): MenuItem => ({
  key,
  text,
  label: text,
  icon,
  danger: false,
  disabled: false,
  divided: false,
  ...more,
});

/** A locked view does not change. */
export const mayChange = (view: CustomView): boolean => view.canEdit && view.scope !== 'locked';

interface Rights {
  canCreate: boolean;
  canShare: boolean;
  folders: boolean;
}
/** Entries about who sees a view, for users who may share. */
function sharingItems(view: CustomView, edit: boolean): MenuItem[] {
  const isShared = view.scope !== 'personal';
  const locked = view.scope === 'locked';
  return [
    ...(edit ? [item('audience', '谁能看到', 'user-group', { divided: true })] : []),
    ...(view.canEdit && isShared
      ? [locked ? item('unlock', '解锁', 'unlock') : item('lock', '锁定', 'lock')]
      : []),
    ...(edit && isShared
      ? [item('default', view.isDefault ? '不再作为默认视图' : '设为默认视图', 'star')]
      : []),
  ];
}

/** What can be done with a view. */
export function menuOf(
  view: CustomView,
  at: number,
  count: number,
  { canCreate, canShare, folders }: Rights,
): MenuItem[] {
  const edit = mayChange(view);
  return [
    ...(edit ? [item('rename', '改名', 'edit')] : []),
    ...(canCreate && !view.restricted ? [item('copy', '复制', 'copy')] : []),
    ...(view.canEdit
      ? [
          item('left', '左移', 'left', { disabled: at === 0 }),
          item('right', '右移', 'right', { disabled: at === count - 1 }),
        ]
      : []),
    ...(edit && folders ? [item('folder', '移到分组', 'folder')] : []),
    ...(canShare ? sharingItems(view, edit) : []),
    ...(edit ? [item('remove', '删除', 'delete', { danger: true, divided: true })] : []),
  ];
}

/** The ids with one of them put before or behind another. */
export function reorderViews(ids: readonly string[], from: number, to: number): string[] {
  const rest = ids.filter((_, i) => i !== from);
  const id = ids[from];
  return id === undefined ? [...ids] : [...rest.slice(0, to), id, ...rest.slice(to)];
}
