import { MAX_FILE_BYTES, type AttachmentRef } from '../../contract/index.ts';
import { fileSize } from '../../values/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import { Icon } from '../icons/icons.tsx';
import iconButton from '../icons/icon-button.module.css';
import type { InputProps } from '../fields/input-props.ts';
import { FileSorting, useSortableFile } from './FileSorting.tsx';
import type { Upload } from './field-uploads.ts';
import { FileChooser } from './file-zone.tsx';
import { chooseProps, useFileField, zoneProps, type FileField } from './use-file-field.ts';
import styles from './attachment.module.css';

const iconOf = (mime: string): string =>
  typeof mime === 'string' && mime.startsWith('image/') ? 'file-image' : 'file';
const Tool = ({
  icon,
  label,
  title,
  onClick,
}: {
  icon: string;
  label: string;
  title: string;
  onClick(): void;
}) => (
  <button
    type="button"
    className={iconButton.small}
    aria-label={label}
    title={title}
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
);

/**
 * A file being uploaded: progress and a button to stop it, or why it failed and a button to try
 * again.
 */
export function UploadProgress({
  upload,
  onCancel,
  onRetry,
}: {
  upload: Upload;
  onCancel(): void;
  onRetry(): void;
}) {
  const percent = Math.round(upload.share * 100);
  return (
    <li className={styles.file}>
      <Icon
        name={upload.failure ? 'exclamation-circle' : 'file'}
        className={upload.failure ? styles.bad : styles.kind}
      />
      <span className={styles.name}>{upload.name}</span>
      {upload.failure ? (
        <span className={styles.bad} role="alert">
          {upload.failure}
        </span>
      ) : (
        <span
          className={styles.bar}
          role="progressbar"
          aria-label={`正在上传 ${upload.name}`}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span style={{ inlineSize: `${percent}%` }} />
        </span>
      )}
      {upload.again && (
        <Tool icon="refresh" label={`重新上传 ${upload.name}`} title="重试" onClick={onRetry} />
      )}
      <Tool
        icon="close"
        label={upload.failure ? `移除 ${upload.name}` : `取消上传 ${upload.name}`}
        title={upload.failure ? '移除' : '取消上传'}
        onClick={onCancel}
      />
    </li>
  );
}
function Stored({
  file,
  ports,
  sortable,
  onRemove,
}: {
  file: AttachmentRef;
  ports: EnginePorts | undefined;
  sortable: boolean;
  onRemove: (() => void) | undefined;
}) {
  const { handle, item, isDragging } = useSortableFile(file, sortable, styles.handle);
  const download = () => {
    ports?.download(file.fileId, file.name).catch((failure: unknown) => ports.showFailure(failure));
  };
  return (
    <li {...item} className={`${styles.file} ${isDragging ? styles.dragged : ''}`}>
      {handle}
      <Icon name={iconOf(file.mime)} className={styles.kind} />
      <button
        type="button"
        className={styles.name}
        aria-label={`下载 ${file.name}`}
        title={file.name}
        onClick={download}
      >
        {file.name}
      </button>
      <span className={styles.size}>{fileSize(file.size)}</span>
      {onRemove && (
        <Tool icon="close" label={`移除 ${file.name}`} title="移除" onClick={onRemove} />
      )}
    </li>
  );
}

function FileItems({ field: { files, ports, locked, uploads } }: { field: FileField }) {
  return (
    <ul className={styles.files}>
      {files.map((file) => (
        <Stored
          key={file.fileId}
          file={file}
          ports={ports}
          sortable={!locked && files.length > 1}
          onRemove={locked ? undefined : () => uploads.remove(file.fileId)}
        />
      ))}
      {uploads.running.map((upload) => (
        <UploadProgress
          key={upload.key}
          upload={upload}
          onCancel={() => uploads.cancel(upload.key)}
          onRetry={() => uploads.retry(upload.key)}
        />
      ))}
    </ul>
  );
}

/**
 * Files of a record: choose, drop or paste; each shows its progress, can be stopped, sent again,
 * fetched, sorted and taken away.
 */
export function AttachmentInput(props: InputProps) {
  const field = useFileField(props, { unit: '个文件' });
  const { files, uploads, full, most, chooser, drop } = field;
  return (
    <div {...zoneProps(field, styles)}>
      {(files.length > 0 || uploads.running.length > 0) && (
        <FileSorting files={files} onSort={uploads.write}>
          <FileItems field={field} />
        </FileSorting>
      )}
      <button {...chooseProps(field)} className={styles.choose}>
        <Icon name="upload" />
        {full ? `最多 ${most} 个文件` : '上传文件'}
        <span className={styles.tip}>
          可拖放或粘贴，单个不超过 {MAX_FILE_BYTES / 1024 / 1024} MB
        </span>
      </button>
      <FileChooser chooser={chooser} onChoose={drop.add} />
    </div>
  );
}
