import { useId, useRef, useState } from 'react';
import { Layer } from '../../overlay/Layer.tsx';
import { Icon } from '../../icons/icons.tsx';
import { makeDecoder } from './decoder.ts';
import { useCamera } from './use-camera.ts';
import styles from './scan.module.css';

/** The code in a picture. Rejects with a sentence for people. */
async function codeIn(file: File): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error('无法读取这张图片，请换一张');
  });
  const code = await (await makeDecoder()).read(picture);
  picture.close();
  if (!code) throw new Error('图片中没有识别到条码');
  return code;
}

/**
 * The camera's picture, and a photograph instead where there is no camera. Ends with the first
 * code.
 */
export function ScanPanel({
  label,
  onCode,
  onClose,
}: {
  label: string;
  onCode(code: string): void;
  onClose(): void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const title = useId();
  const { running, problem } = useCamera(video, onCode);
  const [failure, setFailure] = useState('');
  const read = (file: File | undefined) => {
    setFailure('');
    if (file) codeIn(file).then(onCode, (reason: Error) => setFailure(reason.message));
  };
  const message = failure || problem || (running ? '将条码或二维码对准取景框' : '正在打开摄像头');
  return (
    <Layer place="center" width="min(480px, 96vw)" labelledBy={title} maskCloses onClose={onClose}>
      <div className={styles.head}>
        <strong id={title}>扫码{label ? `：${label}` : ''}</strong>
        <button type="button" className={styles.close} aria-label="关闭" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className={styles.stage}>
        <video
          ref={video}
          className={styles.video}
          muted
          playsInline
          aria-label="摄像头画面"
          hidden={!!problem}
        />
        {!problem && <span className={styles.frame} aria-hidden />}
        {problem && (
          <span className={styles.blank} aria-hidden>
            <Icon name="camera" />
          </span>
        )}
      </div>
      <div
        role={failure || problem ? 'alert' : 'status'}
        className={failure || problem ? styles.problem : styles.said}
      >
        {message}
      </div>
      <div className={styles.foot}>
        <button type="button" className={styles.button} onClick={() => chooser.current?.click()}>
          <Icon name="image" />
          识别图片
        </button>
      </div>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        tabIndex={-1}
        aria-hidden
        onChange={(event) => {
          read(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </Layer>
  );
}
