import { Suspense, lazy, useState } from 'react';
import { Icon } from '../../icons/icons.tsx';
import type { InputProps } from '../../fields/input-props.ts';
import { TextInput } from '../text.tsx';
import box from '../inputs.module.css';
import styles from './scan.module.css';

const ScanPanel = lazy(async () => ({ default: (await import('./ScanPanel.tsx')).ScanPanel }));

/**
 * A code: typed, sent by a hand scanner (which types as well), or read by the camera. Value: text.
 */
export function ScanInput(props: InputProps) {
  const [open, setOpen] = useState(false);
  const locked = !!(props.disabled || props.readonly);
  return (
    <span className={`${box.wrap} ${styles.scan}`}>
      <TextInput {...props} />
      {!locked && (
        <button
          type="button"
          className={box.end}
          aria-label={`扫码填写${props.label}`}
          title="扫码"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Icon name="scan" />
        </button>
      )}
      {open && (
        <Suspense fallback={null}>
          <ScanPanel
            label={props.label}
            onClose={() => setOpen(false)}
            onCode={(code) => {
              setOpen(false);
              props.onChange(code);
            }}
          />
        </Suspense>
      )}
    </span>
  );
}
