import { Suspense, useState } from 'react';
import { MAX_FILE_BYTES, type AttachmentRef } from '../../contract/index.ts';
import { Picture } from '../display/Picture.tsx';
import { ImagePreview } from '../display/Pictures.tsx';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import { Icon } from '../icons/icons.tsx';
import type { InputProps } from '../fields/input-props.ts';
import { FileSorting, useSortableFile } from './FileSorting.tsx';
import type { Upload } from './field-uploads.ts';
import { FileChooser } from './file-zone.tsx';
import { chooseProps, useFileField, zoneProps, type FileField } from './use-file-field.ts';
import styles from './image.module.css';

/** Formats every browser draws and the server takes. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
const refuse = (file: File): string =>
  IMAGE_TYPES.includes(file.type) ? '' : `“${file.name}”不是 PNG、JPG、WebP 或 GIF 图片`;

interface TileProps {
  file: AttachmentRef;
  ports: EnginePorts | undefined;
  sortable: boolean;
  onOpen(): void;
  onRemove: (() => void) | undefined;
}
function Tile({ file, ports, sortable, onOpen, onRemove }: TileProps) {
  const { handle, item, isDragging } = useSortableFile(file, sortable, styles.handle);
  return (
    <li {...item} className={`${styles.tile} ${isDragging ? styles.dragged : ''}`}>
      <button
        type="button"
        className={styles.open}
        aria-label={`查看 ${file.name}`}
        title={file.name}
        onClick={onOpen}
      >
        <Picture fileId={file.fileId} alt="" ports={ports} edge={320} />
      </button>
      {handle}
      {onRemove && (
        <button
          type="button"
          className={styles.remove}
          aria-label={`移除 ${file.name}`}
          title="移除"
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      )}
    </li>
  );
}
function RunningTile({
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
    <li className={`${styles.tile} ${styles.running}`}>
      {upload.failure ? (
        <span role="alert" className={styles.bad} title={upload.failure}>
          {upload.failure}
        </span>
      ) : (
        <span
          role="progressbar"
          aria-label={`正在上传 ${upload.name}`}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          className={styles.percent}
        >
          {percent}%
        </span>
      )}
      {upload.again && (
        <button
          type="button"
          className={styles.retry}
          aria-label={`重新上传 ${upload.name}`}
          onClick={onRetry}
        >
          重试
        </button>
      )}
      <button
        type="button"
        className={styles.remove}
        aria-label={upload.failure ? `移除 ${upload.name}` : `取消上传 ${upload.name}`}
        title={upload.failure ? '移除' : '取消上传'}
        onClick={onCancel}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}

interface TilesProps {
  field: FileField;
  onOpen(at: number): void;
}
function Tiles({ field, onOpen }: TilesProps) {
  const { files, ports, locked, uploads, full, most } = field;
  return (
    <ul className={styles.tiles}>
      {files.map((file, at) => (
        <Tile
          key={file.fileId}
          file={file}
          ports={ports}
          sortable={!locked && files.length > 1}
          onOpen={() => onOpen(at)}
          onRemove={locked ? undefined : () => uploads.remove(file.fileId)}
        />
      ))}
      {uploads.running.map((upload) => (
        <RunningTile
          key={upload.key}
          upload={upload}
          onCancel={() => uploads.cancel(upload.key)}
          onRetry={() => uploads.retry(upload.key)}
        />
      ))}
      <li className={styles.last}>
        <button
          {...chooseProps(field)}
          className={styles.choose}
          title={`可拖放或粘贴，单张不超过 ${MAX_FILE_BYTES / 1024 / 1024} MB`}
        >
          <Icon name="plus" />
          <span>{full ? `最多 ${most} 张` : '上传图片'}</span>
        </button>
      </li>
    </ul>
  );
}

/**
 * Pictures of a record: choose, drop or paste; they show as squares that open at full size, can be
 * sorted and taken away.
 */
export function ImageInput(props: InputProps) {
  const [open, setOpen] = useState<number | null>(null);
  const field = useFileField(props, { unit: '张图片', refuse });
  const { files, ports, uploads, chooser, drop } = field;
  return (
    <div {...zoneProps(field, styles)}>
      <FileSorting files={files} grid onSort={uploads.write}>
        <Tiles field={field} onOpen={setOpen} />
      </FileSorting>
      <FileChooser chooser={chooser} accept={IMAGE_TYPES.join(',')} onChoose={drop.add} />
      {open !== null && ports && (
        <Suspense fallback={null}>
          <ImagePreview files={files} first={open} ports={ports} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  );
}
