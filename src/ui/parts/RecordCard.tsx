import type { ReactNode } from 'react';
import type { FieldDescribe, ObjectDescribe, RecordValues } from '../../contract/index.ts';
import {
  attachmentsOf,
  formatValue,
  isEmpty,
  type LabelSource,
  fieldNamed,
  listFields,
  textOf,
} from '../../values/index.ts';
import { Picture } from '../display/Picture.tsx';
import { ValueView } from '../display/ValueView.tsx';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import styles from './record-card.module.css';

/** What a card shows of a record: names of fields; those the object does not have are left out. */
export interface CardLook {
  title: FieldDescribe | undefined;
  cover: FieldDescribe | undefined;
  fields: readonly FieldDescribe[];
}
/** Fields of a card whose page names none. */
const FIELDS_UNNAMED = 3;

const fieldsNamed = (describe: ObjectDescribe | null, names: unknown) =>
  Array.isArray(names)
    ? names.map((name) => fieldNamed(describe, textOf(name))).filter((field) => field !== undefined)
    : [];

/**
 * The look of an object's cards from what a view says (`titleField`, `coverField`, `cardFields`);
 * the title field and the first few others unless said.
 */
export function cardLook(
  describe: ObjectDescribe | null,
  given: { titleField?: unknown; coverField?: unknown; cardFields?: unknown },
  without: readonly string[] = [],
): CardLook {
  const title =
    fieldNamed(describe, textOf(given.titleField)) ??
    fieldNamed(describe, describe?.titleField ?? '');
  const cover = fieldNamed(describe, textOf(given.coverField));
  const apart = new Set([title?.apiName, cover?.apiName, ...without]);
  const named = fieldsNamed(describe, given.cardFields);
  const own =
    named.length > 0
      ? named
      : listFields(describe)
          .filter((field) => 'id' in field && !apart.has(field.apiName))
          .slice(0, FIELDS_UNNAMED);
  return { title, cover, fields: own.filter((field) => field.apiName !== title?.apiName) };
}

/** What a record is called: its title field as text. */
export const recordName = (
  title: FieldDescribe | undefined,
  record: RecordValues,
  labels: LabelSource,
): string => (title && formatValue(title, record[title.apiName], labels)) || '未命名';

interface Props {
  record: RecordValues;
  look: CardLook;
  labels: LabelSource;
  ports: EnginePorts;
  /** How the cover fills its frame; records without a picture have no frame unless `framed`. */
  fit?: 'cover' | 'contain';
  framed?: boolean;
  onOpen: (() => void) | undefined;
  /** Beside the title. */
  actions?: ReactNode;
}

function Cover({
  record,
  look,
  ports,
  fit = 'cover',
  framed = false,
}: Pick<Props, 'record' | 'look' | 'ports' | 'fit' | 'framed'>) {
  const [file] = look.cover
    ? attachmentsOf(record[look.cover.apiName]).filter(({ mime }) => mime.startsWith('image/'))
    : [];
  if (!file && !framed) return null;
  return (
    <div className={`${styles.cover} ${fit === 'contain' ? styles.contain : ''}`}>
      {file && <Picture fileId={file.fileId} alt="" ports={ports} edge={640} />}
    </div>
  );
}

/**
 * One record: cover, title, and the fields that hold something. The whole face opens it; the title
 * is what the keyboard finds.
 */
export function RecordCard({ record, look, labels, ports, fit, framed, onOpen, actions }: Props) {
  const name = recordName(look.title, record, labels);
  const filled = look.fields.filter((field) => !isEmpty(record[field.apiName]));
  return (
    <>
      <Cover record={record} look={look} ports={ports} fit={fit} framed={framed} />
      <div className={styles.body} onClick={onOpen}>
        <div className={styles.head}>
          {onOpen ? (
            <button
              type="button"
              data-printed
              className={styles.title}
              onClick={(event) => {
                event.stopPropagation();
                onOpen();
              }}
            >
              {name}
            </button>
          ) : (
            <span className={styles.title}>{name}</span>
          )}
          {actions}
        </div>
        {filled.length > 0 && (
          <dl className={styles.fields}>
            {filled.map((field) => (
              <div key={field.apiName} className={styles.field}>
                <dt>{field.label}</dt>
                <dd>
                  <ValueView
                    field={field}
                    value={record[field.apiName]}
                    labels={labels}
                    ports={ports}
                  />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </>
  );
}
