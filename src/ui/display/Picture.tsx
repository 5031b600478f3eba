import { useRef } from 'react';
import type { PictureEdge } from '../../contract/index.ts';
import { type EnginePorts, PENDING_ATTRIBUTE } from '../../runtime/ports/index.ts';
import { Icon } from '../icons/icons.tsx';
import { useFileUrl } from './use-file-url.ts';
import styles from './pictures.module.css';

interface Props {
  fileId: string;
  alt: string;
  ports: Pick<EnginePorts, 'bytes'> | undefined;
  className?: string;
  /**
   * Longest side in pixels of the picture that is fetched: the least that fits where it is drawn.
   * Left out: the whole picture.
   */
  edge?: PictureEdge | undefined;
}

/**
 * A stored picture in a box of its own size, so that nothing jumps; a sign while it comes and when
 * it cannot be had.
 */
export function Picture({ fileId, alt, ports, className = '', edge }: Props) {
  const waiting = useRef<HTMLSpanElement>(null);
  const url = useFileUrl(ports, fileId, edge, waiting);
  if (url)
    return (
      <img
        className={`${styles.picture} ${className}`}
        src={url}
        alt={alt}
        draggable={false}
        decoding="async"
      />
    );
  return (
    <span
      ref={waiting}
      {...(url === undefined && { [PENDING_ATTRIBUTE]: '' })}
      className={`${styles.picture} ${styles.waiting} ${url === undefined ? 'hz-skeleton' : ''} ${className}`}
      role="img"
      aria-label={url === null ? `${alt}（无法显示）` : alt}
    >
      {url === null && <Icon name="file-image" />}
    </span>
  );
}
