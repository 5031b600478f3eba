import type { KeyboardEvent } from 'react';
import { neighbour, type Direction, type TreeLayout } from '../../src/document/layout/index.ts';
import { useKeyHints } from '../../src/ui/overlay/index.ts';
import { behind, pasteTarget, stepped, type Target } from './moves.ts';
import { SIDE_BY_SIDE, type Canvas } from './rows.ts';
import type { CameraControl } from './use-camera.ts';

const HINTS = [
  ['ArrowUp', '走到上一个、下一个节点（↑ ↓ ← →）'],
  ['Enter', '打开节点的设置'],
  ['space', '折叠、展开'],
  ['+', '在后面添加节点'],
  ['Delete', '删除节点'],
  ['alt+arrowup', '移动节点（Alt 加方向键）'],
  ['mod+c', '复制节点；Ctrl V 粘贴到选中的节点后面'],
  ['mod+0', '缩放到适合画布'],
] as const;
const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** What keys do with the node that has the focus. */
export interface KeyDeeds {
  go(id: string): void;
  open(id: string): void;
  fold(id: string): void;
  /** Null where nothing may be changed. */
  readonly change: {
    move(id: string, to: Target): void;
    remove(id: string): void;
    add(id: string, to: Target): void;
    copy(id: string): void;
    paste(to: (copied: string) => Target | null): void;
  } | null;
}

/** All that a pointer does, with keys; true of what it took. */
export function useKeys(
  canvas: Canvas,
  layout: TreeLayout,
  camera: CameraControl,
  deeds: KeyDeeds,
): (event: KeyboardEvent, id: string) => void {
  useKeyHints(HINTS);
  const walk = (event: KeyboardEvent, id: string): boolean => {
    const direction = ARROWS[event.key];
    const { boxes } = layout;
    if (direction && event.altKey) {
      const by = direction === 'up' || direction === 'left' ? -1 : 1;
      const to = deeds.change && stepped(canvas, layout, id, by);
      if (to) deeds.change?.move(id, to);
      return true;
    }
    const drawn = { document: canvas.document, sideBySide: SIDE_BY_SIDE, layout };
    const ends: Readonly<Record<string, string | undefined>> = {
      Home: boxes[0]?.id,
      End: boxes.at(-1)?.id,
    };
    const next = direction ? neighbour(drawn, id, direction) : ends[event.key];
    if (next !== undefined) deeds.go(next);
    return direction !== undefined || Object.hasOwn(ends, event.key);
  };
  const withControl = (event: KeyboardEvent, id: string): boolean => {
    switch (event.key.toLowerCase()) {
      case '0':
        camera.fit();
        return true;
      case '=':
      case '+':
        camera.zoomIn();
        return true;
      case '-':
        camera.zoomOut();
        return true;
      case 'c':
        deeds.change?.copy(id);
        return deeds.change !== null;
      case 'v':
        deeds.change?.paste((copied) => pasteTarget(canvas, copied, id));
        return deeds.change !== null;
      default:
        return false;
    }
  };
  const act = (event: KeyboardEvent, id: string): boolean => {
    switch (event.key) {
      case 'Enter':
        deeds.open(id);
        return true;
      case ' ':
        deeds.fold(id);
        return true;
      case 'Delete':
      case 'Backspace':
        deeds.change?.remove(id);
        return true;
      case '+':
      case '=':
      case 'Insert': {
        const to = behind(canvas, id);
        if (to) deeds.change?.add(id, to);
        return true;
      }
      default:
        return false;
    }
  };
  return (event, id) => {
    // What has the focus inside a box (its fold button) has keys of its own.
    if (event.target !== event.currentTarget && !(event.target as Element).matches('[data-node]'))
      return;
    const controlled = event.ctrlKey || event.metaKey;
    const took = controlled
      ? withControl(event, id)
      : walk(event, id) || (!event.altKey && act(event, id));
    if (!took) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
