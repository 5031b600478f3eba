import { useRef, useState } from 'react';
import type { DragEvent } from 'react';
import { MAX_FILES_PER_FIELD, MAX_FILE_BYTES } from '../../../contract/index.ts';
import { attachmentsOf, fileSize } from '../../display/format.ts';
import { Icon } from '../icons.tsx';
import { describing, isFailing, portsOf, type InputProps } from '../input-props.ts';
import { useUploads, type Upload } from './use-uploads.ts';
import styles from './attachment.module.css';

const iconOf = (mime: string): string => (mime.startsWith('image/') ? 'file-image' : 'file');

function Running({ upload, onCancel }: { upload: Upload; onCancel(): void }) {
  const percent = Math.round(upload.share * 100);
  return (
    <li className={styles.file}>
      <Icon name={upload.failure ? 'exclamation-circle' : 'file'} className={upload.failure ? styles.bad : styles.kind} />
      <span className={styles.name}>{upload.name}</span>
      {upload.failure
        ? <span className={styles.bad} role="alert">{upload.failure}</span>
        : <span className={styles.bar} role="progressbar" aria-label={`正在上传 ${upload.name}`} aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100}><span style={{ inlineSize: `${percent}%` }} /></span>}
      <button type="button" className={styles.tool} aria-label={upload.failure ? `移除 ${upload.name}` : `取消上传 ${upload.name}`} title={upload.failure ? '移除' : '取消上传'} onClick={onCancel}><Icon name="close" /></button>
    </li>
  );
}

/** Files of a record: choose, drop or paste; each shows its progress, can be fetched again and taken away. */
export function AttachmentInput(props: InputProps) {
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const files = attachmentsOf(props.value);
  const ports = portsOf(props);
  const locked = !!(props.disabled || props.readonly);
  const uploads = useUploads(ports, files, (next) => props.onChange(next.length === 0 ? props.options.emptyValue : next));
  const full = files.length + uploads.running.length >= MAX_FILES_PER_FIELD;
  const add = (list: FileList | null) => { if (!locked && list) uploads.add([...list]); };
  const drop = (event: DragEvent) => { event.preventDefault(); setOver(false); add(event.dataTransfer.files); };
  const { 'aria-required': _required, 'aria-invalid': _invalid, ...aria } = describing(props);
  return (
    <div className={[styles.zone, over && styles.over, isFailing(props) && styles.failing].filter(Boolean).join(' ')}
      onDragOver={(event) => { if (!locked) { event.preventDefault(); setOver(true); } }} onDragLeave={() => setOver(false)} onDrop={drop}
      onPaste={(event) => { if (event.clipboardData.files.length > 0) add(event.clipboardData.files); }}>
      {(files.length > 0 || uploads.running.length > 0) && (
        <ul className={styles.files}>
          {files.map((file) => (
            <li key={file.fileId} className={styles.file}>
              <Icon name={iconOf(file.mime)} className={styles.kind} />
              <button type="button" className={styles.name} aria-label={`下载 ${file.name}`} title={file.name} onClick={() => { ports?.download(file.fileId, file.name).catch((failure: unknown) => ports.showFailure(failure)); }}>{file.name}</button>
              <span className={styles.size}>{fileSize(file.size)}</span>
              {!locked && <button type="button" className={styles.tool} aria-label={`移除 ${file.name}`} title="移除" onClick={() => uploads.remove(file.fileId)}><Icon name="close" /></button>}
            </li>
          ))}
          {uploads.running.map((upload) => <Running key={upload.key} upload={upload} onCancel={() => uploads.cancel(upload.key)} />)}
        </ul>
      )}
      <button type="button" id={props.id} {...aria} className={styles.choose} disabled={locked || full} autoFocus={props.autofocus} onClick={() => chooser.current?.click()}
        onFocus={() => props.onFocus(props.id, props.value)} onBlur={() => props.onBlur(props.id, props.value)}>
        <Icon name="upload" />{full ? `最多 ${MAX_FILES_PER_FIELD} 个文件` : '上传文件'}
        <span className={styles.tip}>可拖放或粘贴，单个不超过 {MAX_FILE_BYTES / 1024 / 1024} MB</span>
      </button>
      <input ref={chooser} type="file" multiple hidden tabIndex={-1} aria-hidden onChange={(event) => { add(event.target.files); event.target.value = ''; }} />
    </div>
  );
}
