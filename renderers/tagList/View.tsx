import { Tag } from '../../src/ui/display/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import { isRecord, numberOf, textOf } from '../../src/values/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import type { TagListProps } from './index.ts';
import styles from './View.module.css';

/** The records whose keys are wanted; all without such a list. */
function shownOf({ items, only, keyProp }: TagListProps): unknown[] {
  const all: unknown[] = Array.isArray(items) ? items : [];
  if (only === undefined || only === null) return all;
  const wanted = new Set((Array.isArray(only) ? only : []).map(textOf));
  const key = textOf(keyProp) || 'id';
  return all.filter((item) => isRecord(item) && wanted.has(textOf(item[key])));
}

/** Names as tags; of many only the first, and how many more there are. */
export default function TagListView({ node }: WidgetViewProps<TagListProps>) {
  const { icon, label } = node.props;
  const key = textOf(node.props.textProp) || 'name';
  const texts = shownOf(node.props)
    .map((item) => textOf(isRecord(item) ? item[key] : item))
    .filter((text) => text !== '');
  const shown = texts.slice(0, Math.max(1, numberOf(node.props.max, 5)));
  const rest = texts.slice(shown.length);
  if (texts.length === 0) return null;
  return (
    <ul aria-label={textOf(label) || undefined} className={styles.tags}>
      {shown.map((text, at) => (
        <li key={`${at} ${text}`}>
          <Tag>
            {textOf(icon) !== '' && <Icon name={textOf(icon)} />}
            {text}
          </Tag>
        </li>
      ))}
      {rest.length > 0 && (
        <li className={styles.rest} title={rest.join('、')}>{`+${rest.length}`}</li>
      )}
    </ul>
  );
}
