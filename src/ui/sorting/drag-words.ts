import type { Announcements, ScreenReaderInstructions } from '@dnd-kit/core';

/** What a screen reader says while something is dragged; `nameOf` names the thing. */
export const announcements = (nameOf: (id: string | number) => string): Announcements => ({
  onDragStart: ({ active }) => `已拿起 ${nameOf(active.id)}`,
  onDragOver: ({ active, over }) =>
    over
      ? `${nameOf(active.id)} 移到 ${nameOf(over.id)} 的位置`
      : `${nameOf(active.id)} 不在列表中`,
  onDragEnd: ({ active, over }) =>
    over
      ? `${nameOf(active.id)} 已放到 ${nameOf(over.id)} 的位置`
      : `${nameOf(active.id)} 已放回原处`,
  onDragCancel: ({ active }) => `已取消，${nameOf(active.id)} 回到原处`,
});
export const instructions: ScreenReaderInstructions = {
  draggable: '按空格键拿起，用方向键移动，再按空格键放下，按 Esc 键取消。',
};
