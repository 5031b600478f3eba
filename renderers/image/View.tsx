import { useState } from 'react';
import type { WidgetViewProps } from '../../engine/kit/index.ts';
import { Icon } from '../../engine/theme/index.ts';
import { lengthOf, textOf } from '../../engine/parts/index.ts';
import type { ImageProps } from './index.ts';
import styles from './View.module.css';

const safe = (src: string): boolean => /^(https?:|blob:|data:image\/|\/(?!\/))/i.test(src);

/** A picture; a grey box of the same size with its description when it cannot be shown. */
export default function ImageView({ node }: WidgetViewProps<ImageProps>) {
  const { width, height, fit } = node.props;
  const src = textOf(node.props.src);
  const alt = textOf(node.props.alt);
  const [broken, setBroken] = useState('');
  const style = { width: lengthOf(width), height: lengthOf(height), objectFit: fit === 'contain' ? 'contain' : 'cover' } as const;
  if (!safe(src) || broken === src) return <span className={styles.broken} style={style} role="img" aria-label={alt || '图片无法显示'}><Icon name="image" />{alt}</span>;
  return <img className={styles.image} src={src} alt={alt} style={style} loading="lazy" onError={() => setBroken(src)} />;
}
