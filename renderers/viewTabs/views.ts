import type { CustomView, ViewScope } from '../../contract/index.ts';
import { isRecord, recordsOf, textOf, type MenuItem } from '../../engine/parts/index.ts';

export interface Kind { readonly key: string; readonly title: string; readonly icon: string }
export const kindsOf = (value: unknown): Kind[] => recordsOf(value).map((item) => ({ key: textOf(item['key']), title: textOf(item['title']) || textOf(item['key']), icon: textOf(item['icon']) })).filter(({ key }) => key !== '');

/** Views as a source gives them; null while there are none yet. */
export function viewsOf(value: unknown): CustomView[] | null {
  if (!Array.isArray(value)) return null;
  return value.filter((item): item is CustomView => isRecord(item) && typeof item['id'] === 'string' && typeof item['name'] === 'string');
}

/** The view an address means: itself, else the default one; null is the list by itself. */
export const chosenView = (views: readonly CustomView[], id: string): CustomView | null =>
  views.find((view) => view.id === id) ?? (id === '' ? views.find((view) => view.isDefault) ?? null : null);

/** What a tab's mark says of whose the view is. */
export const MARKS: Readonly<Record<ViewScope, { icon: string; text: string } | null>> = {
  shared: null, personal: { icon: 'user', text: '个人视图' }, locked: { icon: 'lock', text: '已锁定' }, restricted: { icon: 'eye-invisible', text: '受限视图' },
};

const item = (key: string, text: string, icon: string, more: Partial<MenuItem> = {}): MenuItem => ({ key, text, label: text, icon, danger: false, disabled: false, divided: false, ...more });

/** A locked view does not change. */
export const mayRename = (view: CustomView): boolean => view.canEdit && view.scope !== 'locked';

/** What can be done with a view. */
export function menuOf(view: CustomView, at: number, count: number, { canCreate, canShare }: { canCreate: boolean; canShare: boolean }): MenuItem[] {
  const locked = view.scope === 'locked';
  const edit = mayRename(view);
  const scopes: [ViewScope, string, string][] = [['personal', '设为个人视图', 'user'], ['shared', locked ? '解锁' : '设为共享视图', locked ? 'unlock' : 'user-group'], ['locked', '锁定', 'lock'], ['restricted', '设为受限视图', 'eye-invisible']];
  return [
    ...(edit ? [item('rename', '改名', 'edit')] : []),
    ...(canCreate && !view.restricted ? [item('copy', '复制', 'copy')] : []),
    ...(view.canEdit ? [item('left', '左移', 'left', { disabled: at === 0 }), item('right', '右移', 'right', { disabled: at === count - 1 })] : []),
    ...(canShare && view.canEdit ? scopes.filter(([scope]) => scope !== view.scope && (!locked || scope === 'shared')).map(([scope, text, icon], i) => item(`scope:${scope}`, text, icon, { divided: i === 0 })) : []),
    ...(canShare && edit && view.scope !== 'personal' ? [item('default', view.isDefault ? '不再作为默认视图' : '设为默认视图', 'star')] : []),
    ...(edit ? [item('remove', '删除', 'delete', { danger: true, divided: true })] : []),
  ];
}

/** The ids with one of them put before or behind another. */
export function moved(ids: readonly string[], from: number, to: number): string[] {
  const rest = ids.filter((_, i) => i !== from);
  const id = ids[from];
  return id === undefined ? [...ids] : [...rest.slice(0, to), id, ...rest.slice(to)];
}
