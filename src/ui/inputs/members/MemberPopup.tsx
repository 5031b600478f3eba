import { useId } from 'react';
import type { RefObject } from 'react';
import { useNarrow } from '../../hooks/narrow.ts';
import { Icon } from '../../icons/icons.tsx';
import { FloatingPanel } from '../../overlay/FloatingPanel.tsx';
import { Layer } from '../../overlay/Layer.tsx';
import { MemberPanel } from './MemberPanel.tsx';
import { titleOf, type MemberOptions } from './options.ts';
import type { MemberPicker } from './use-picker-machine.ts';
import styles from './members.module.css';

/**
 * Width of the picker, and its height beside a field, in pixels (platform specification, section
 * 9).
 */
const WIDTH = 600;
const TALL = 480;

interface MemberPopupProps {
  picker: MemberPicker;
  options: MemberOptions;
  label: string;
  anchor: RefObject<HTMLElement | null>;
  panelId: string;
}
/**
 * The open picker: a popover at the field, or a dialog in the middle; on a phone the whole page.
 */
export function MemberPopup({ picker, options, label, anchor, panelId }: MemberPopupProps) {
  const title = titleOf(options);
  const titleId = useId();
  const narrow = useNarrow();
  const cancel = () => picker.send({ type: 'CANCEL' });
  const panel = (
    <MemberPanel picker={picker} options={options} label={label || title} locked={false} focus />
  );
  if (options.entry === 'dialog')
    return (
      <Layer
        place="center"
        width={`${WIDTH}px`}
        labelledBy={titleId}
        maskCloses={false}
        onClose={cancel}
      >
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <button type="button" className={styles.tool} aria-label="关闭" onClick={cancel}>
            <Icon name="close" />
          </button>
        </div>
        {panel}
      </Layer>
    );
  return (
    <FloatingPanel
      id={panelId}
      anchor={anchor}
      title={title}
      width={WIDTH}
      height={TALL + 8}
      onClose={cancel}
    >
      {panel}
      {!narrow && (
        <span id={titleId} hidden>
          {title}
        </span>
      )}
    </FloatingPanel>
  );
}
