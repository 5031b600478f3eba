import { Suspense, useState } from 'react';
import type { CSSProperties } from 'react';
import { PICTURE_EDGES, type PictureEdge } from '../../src/contract/index.ts';
import type { EnginePorts } from '../../src/runtime/ports/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { ImagePreview, Picture } from '../../src/ui/display/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import { lengthOf, textOf } from '../../src/values/index.ts';
import type { ImageProps } from './index.ts';
import styles from './View.module.css';

const safe = (src: string): boolean => /^(https?:|blob:|data:image\/|\/(?!\/))/i.test(src);

/** Width in pixels of a stored picture whose page gives none (View.module.css). */
const WIDTH = 160;
/** The least of the small pictures that is sharp at a width; the whole one where none is. */
const edgeFor = (width: unknown): PictureEdge | undefined =>
  width === undefined || typeof width === 'number'
    ? PICTURE_EDGES.find((edge) => edge >= (width ?? WIDTH) * 2)
    : undefined;

/** A stored picture; a press shows it at full size. */
function Stored({
  ports,
  fileId,
  alt,
  opens,
  style,
  edge,
}: {
  ports: EnginePorts;
  fileId: string;
  alt: string;
  opens: boolean;
  style: CSSProperties;
  edge: PictureEdge | undefined;
}) {
  const [open, setOpen] = useState(false);
  const picture = <Picture fileId={fileId} alt={alt} ports={ports} edge={edge} />;
  if (!opens)
    return (
      <span className={styles.stored} style={style}>
        {picture}
      </span>
    );
  return (
    <>
      <button
        type="button"
        className={`${styles.stored} ${styles.opens}`}
        style={style}
        aria-label={`查看 ${alt || '图片'}`}
        onClick={() => setOpen(true)}
      >
        {picture}
      </button>
      {open && (
        <Suspense fallback={null}>
          <ImagePreview
            files={[{ fileId, name: alt, size: 0, mime: 'image/*' }]}
            first={0}
            ports={ports}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** A picture; a grey box of the same size with its description when it cannot be shown. */
export default function ImageView({ node }: WidgetViewProps<ImageProps>) {
  const { width, height, fit } = node.props;
  const src = textOf(node.props.src);
  const alt = textOf(node.props.alt);
  const [broken, setBroken] = useState('');
  const style = {
    width: lengthOf(width),
    height: lengthOf(height),
    objectFit: fit === 'contain' ? 'contain' : 'cover',
  } as const;
  const fileId = textOf(node.props.fileId);
  if (fileId)
    return (
      <Stored
        key={fileId}
        ports={node.ports}
        fileId={fileId}
        alt={alt}
        opens={node.props.preview !== false}
        style={style}
        edge={edgeFor(width)}
      />
    );
  if (!safe(src) || broken === src)
    return (
      <span className={styles.broken} style={style} role="img" aria-label={alt || '图片无法显示'}>
        <Icon name="image" />
        {alt}
      </span>
    );
  return (
    <img
      className={styles.image}
      src={src}
      alt={alt}
      style={style}
      loading="lazy"
      onError={() => setBroken(src)}
    />
  );
}
