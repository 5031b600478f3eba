import { Suspense, lazy, useRef, useState } from 'react';
import type { AttachmentRef } from '../../../contract/index.ts';
import { attachmentsOf } from '../../../values/index.ts';
import { Pictures } from '../../display/Pictures.tsx';
import { Icon } from '../../icons/icons.tsx';
import {
  ariaPropsOf,
  isFailing,
  labelId,
  portsOf,
  type InputProps,
} from '../../fields/input-props.ts';
import { useFieldUploads } from '../field-uploads.ts';
import { asPng } from './png.ts';
import styles from './signature.module.css';

const SignaturePanel = lazy(async () => ({
  default: (await import('./SignaturePanel.tsx')).SignaturePanel,
}));

/** Sending one picture that replaces the one there is. */
function useSending(props: InputProps) {
  const uploads = useFieldUploads(props, (file) => props.onChange(file));
  const [sending] = uploads.all;
  return {
    share: sending?.failure === '' ? sending.share : null,
    failure: sending?.failure ?? '',
    send(make: () => Promise<File>) {
      uploads.stop();
      uploads.start(props.label, make);
    },
    /** Gives up what was not sent, else the picture there is. */
    clear() {
      if (sending) uploads.stop();
      else props.onChange(props.options.emptyValue);
    },
  };
}
const Button = ({
  icon,
  label,
  onClick,
  ...rest
}: {
  icon: string;
  label: string;
  onClick(): void;
  id?: string;
  disabled?: boolean;
}) => (
  <button type="button" className={styles.button} onClick={onClick} {...rest}>
    <Icon name={icon} />
    {label}
  </button>
);

interface ContentProps {
  /** Uploaded so far, 0 to 1; null while nothing is. */
  share: number | null;
  file: AttachmentRef | undefined;
  ports: ReturnType<typeof portsOf>;
}
function Content({ share, file, ports }: ContentProps) {
  if (share === null)
    return file ? (
      <Pictures files={[file]} ports={ports} paper />
    ) : (
      <span className={styles.none}>未签名</span>
    );
  const percent = Math.round(share * 100);
  return (
    <span
      role="progressbar"
      aria-label="正在上传签名"
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={styles.none}
    >
      正在上传 {percent}%
    </span>
  );
}

/** A signature, written on a sheet or chosen as a picture. Value: one stored PNG, or nothing. */
export function SignatureInput(props: InputProps) {
  const [signing, setSigning] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const { share, failure, send, clear } = useSending(props);
  const [file] = attachmentsOf(Array.isArray(props.value) ? props.value : [props.value]) as [
    AttachmentRef?,
  ];
  const ports = portsOf(props);
  const locked = !!(props.disabled || props.readonly);
  const { 'aria-required': _required, 'aria-invalid': _invalid, ...aria } = ariaPropsOf(props);
  return (
    <div
      role="group"
      aria-labelledby={props.hideLabel ? undefined : labelId(props.id)}
      className={`${styles.field} ${isFailing(props) ? styles.failing : ''}`}
      onFocus={() => props.onFocus(props.id, props.value)}
      onBlur={(event) => {
        if (!signing && !event.currentTarget.contains(event.relatedTarget))
          props.onBlur(props.id, props.value);
      }}
      {...aria}
      aria-label={props.hideLabel ? props.label : undefined}
    >
      <div className={styles.box}>
        <Content share={share} file={file} ports={ports} />
      </div>
      <div className={styles.acts}>
        <Button
          id={props.id}
          icon="pen"
          label={file ? '重新签名' : '手写签名'}
          disabled={locked || share !== null}
          onClick={() => setSigning(true)}
        />
        {!locked && (
          <Button
            icon="upload"
            label="上传图片"
            disabled={share !== null}
            onClick={() => chooser.current?.click()}
          />
        )}
        {!locked && (failure || (file && !props.required)) && (
          <Button icon="delete" label="清除" onClick={clear} />
        )}
      </div>
      {failure && (
        <div role="alert" className={styles.failure}>
          {failure}
        </div>
      )}
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        hidden
        tabIndex={-1}
        aria-hidden
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) send(() => asPng(chosen));
          event.target.value = '';
        }}
      />
      {signing && (
        <Suspense fallback={null}>
          <SignaturePanel
            label={props.label}
            onClose={() => setSigning(false)}
            onDone={(png) => {
              setSigning(false);
              send(() => Promise.resolve(png));
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
