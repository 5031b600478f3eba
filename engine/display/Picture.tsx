import type { EnginePorts } from '../ports.ts';
import { Icon } from '../theme/icons.tsx';
import { useFileUrl } from './use-file-url.ts';
import styles from './pictures.module.css';

/** A stored picture in a box of its own size, so that nothing jumps; a sign while it comes and when it cannot be had. */
export function Picture({ fileId, alt, ports, className = '' }: { fileId: string; alt: string; ports: Pick<EnginePorts, 'bytes'> | undefined; className?: string }) {
  const url = useFileUrl(ports, fileId);
  if (url) return <img className={`${styles.picture} ${className}`} src={url} alt={alt} draggable={false} />;
  return <span className={`${styles.picture} ${styles.waiting} ${url === undefined ? 'hz-skeleton' : ''} ${className}`} role="img" aria-label={url === null ? `${alt}（无法显示）` : alt}>{url === null && <Icon name="file-image" />}</span>;
}
