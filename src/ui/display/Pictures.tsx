import { Suspense, lazy, useState } from 'react';
import type { AttachmentRef } from '../../contract/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import { Picture } from './Picture.tsx';
import styles from './pictures.module.css';

export const ImagePreview = lazy(async () => ({
  default: (await import('../overlay/ImagePreview.tsx')).ImagePreview,
}));

/**
 * Stored pictures as small squares that open at full size. `paper`: a signature, whose ink wants
 * white under it in the dark too.
 */
export function Pictures({
  files,
  ports,
  paper = false,
}: {
  files: readonly AttachmentRef[];
  ports: Pick<EnginePorts, 'bytes' | 'download' | 'showFailure'> | undefined;
  paper?: boolean;
}) {
  const [open, setOpen] = useState<number | null>(null);
  return (
    <span className={styles.row}>
      {files.map((file, at) => (
        <button
          key={file.fileId}
          type="button"
          data-printed
          className={`${styles.thumb} ${paper ? styles.paper : ''}`}
          aria-label={`查看 ${file.name || '图片'}`}
          title={file.name}
          onClick={(event) => {
            event.stopPropagation();
            setOpen(at);
          }}
        >
          <Picture fileId={file.fileId} alt="" ports={ports} edge={320} />
        </button>
      ))}
      {open !== null && ports && (
        <Suspense fallback={null}>
          <ImagePreview files={files} first={open} ports={ports} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </span>
  );
}
