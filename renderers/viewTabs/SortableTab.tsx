import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { Tab, type TabProps } from './Tab.tsx';

/** With the row around it (src/ui/sorting) a chunk of its own: tabs are there before it. */
export { Sorting } from '../../src/ui/sorting/index.ts';

/** A tab that is ordered by mouse or finger. */
export function SortableTab(props: TabProps) {
  const { setNodeRef, transform, transition, isDragging, listeners } = useSortable({
    id: props.view.id,
    disabled: !props.movable || props.renaming,
  });
  return (
    <Tab
      {...props}
      sortable={{
        ref: setNodeRef,
        style: { transform: CSS.Translate.toString(transform), transition },
        dragged: isDragging,
        listeners,
      }}
    />
  );
}
