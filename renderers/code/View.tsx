import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { CodeText } from '../../src/ui/display/index.ts';
import { CopyButton, valueOf } from '../../src/ui/parts/index.ts';
import { lengthOf, textOf } from '../../src/values/index.ts';
import { sourceOf } from '../../src/runtime/models/index.ts';
import type { CodeProps } from './index.ts';
import styles from './View.module.css';

/** Data are shown as the JSON they are; what cannot be written as JSON shows nothing. */
function codeText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return textOf(value);
  try {
    return JSON.stringify(value, null, 2);
  } catch {
    return '';
  }
}

/** Code for reading and taking away. */
export default function CodeView({ node }: WidgetViewProps<CodeProps>) {
  const { language, numbers, wrap, copy, maxHeight } = node.props;
  const given = node.props.code ?? sourceOf(node.bound)?.data ?? valueOf(node.bound)?.value;
  const text = codeText(given);
  const title = textOf(node.props.title);
  const isData = typeof given === 'object' && given !== null;
  const name = isData ? 'json' : textOf(language);
  const button = copy !== false && (
    <CopyButton
      text={text}
      label="复制代码"
      onRefused={() => node.ports.toast('warning', '浏览器不允许复制，请手动选择')}
    />
  );
  return (
    <figure className={styles.frame}>
      {title && (
        <figcaption className={styles.head}>
          <span className={styles.title}>{title}</span>
          {button}
        </figcaption>
      )}
      <CodeText
        code={text}
        language={name === 'text' ? '' : name}
        numbers={numbers !== false}
        wrap={wrap === true}
        maxHeight={lengthOf(maxHeight)}
        label={title || '代码'}
      />
      {!title && button && <span className={styles.corner}>{button}</span>}
    </figure>
  );
}
