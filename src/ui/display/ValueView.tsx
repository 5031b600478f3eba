import { observer } from 'mobx-react-lite';
import { FIELDS, shownType } from '../../contract/index.ts';
import type { ReactNode } from 'react';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import { Icon } from '../icons/icons.tsx';
import { FIELD_UI, type SharedView } from '../fields/index.ts';
import { Avatar } from './Avatar.tsx';
import { Pictures } from './Pictures.tsx';
import { RowsView } from './RowsView.tsx';
import { RichTextView } from './RichTextView.tsx';
import { Stars } from './Stars.tsx';
import { MaskedText } from './MaskedText.tsx';
import { Tag } from './Tag.tsx';
import {
  mapLink,
  geoPointOf,
  EMPTY_TEXT,
  attachmentsOf,
  fileSize,
  formatValue,
  isEmpty,
  isNumeric,
  labelKind,
  labelOf,
  optionOf,
  safeLink,
  UNAVAILABLE_TEXT,
  type FieldFormat,
  type LabelSource,
} from '../../values/index.ts';
import styles from './display.module.css';

export interface ValueViewProps {
  field: FieldFormat;
  value: unknown;
  /** Names of the answer the value came with; the application's store when left out. */
  labels?: LabelSource;
  ports?: Pick<EnginePorts, 'labels' | 'download' | 'href' | 'bytes' | 'showFailure'>;
  /** Makes the label of a lookup a link: the path of the record. */
  linkTo?: (object: string, id: string) => string | undefined;
  onNavigate?: (path: string) => void;
  /** What is drawn beside a cell of a sub-table: a button of it. */
  beside?: (column: string, row: number) => ReactNode;
}
type Draw = (props: ValueViewProps) => ReactNode;
const items = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
const named = ({ field, value, labels, ports }: ValueViewProps) =>
  items(value).map((id) => ({
    id: String(id),
    name: labelOf(labelKind(field), String(id), labels ?? ports?.labels),
  }));

const drawText: Draw = ({ field, value, labels, ports }) =>
  formatValue(field, value, labels ?? ports?.labels);
const drawNumber: Draw = (props) => <span className="hz-number">{drawText(props)}</span>;
const drawFigures: Draw = (props) => <span className={styles.figures}>{drawText(props)}</span>;
const drawLong: Draw = (props) => <span className={styles.long}>{drawText(props)}</span>;
const drawTags: Draw = ({ field, value }) => (
  <span className={styles.row}>
    {items(value).map((code) => {
      const option = optionOf(field, code);
      return (
        <Tag key={option.code} color={option.color}>
          {option.label}
        </Tag>
      );
    })}
  </span>
);
const drawBoolean: Draw = ({ value }) => (
  <span className={styles.row}>
    {value === true ? (
      <Icon name="check-circle" className={styles.yes} />
    ) : (
      <Icon name="minus-circle" className={styles.no} />
    )}
    {value === true ? '是' : '否'}
  </span>
);
const drawUsers: Draw = (props) => (
  <span className={styles.row}>
    {named(props).map(({ id, name }) => (
      <span key={id} className={styles.person}>
        <Avatar name={name} />
        {name}
      </span>
    ))}
  </span>
);
const drawDepts: Draw = (props) =>
  named(props)
    .map(({ name }) => name)
    .join('、');

function drawLookup(props: ValueViewProps): ReactNode {
  const { field, ports, linkTo, onNavigate } = props;
  return named(props).map(({ id, name }) => {
    const path = linkTo?.(field.refObject ?? '', id);
    // Where it leads there is nothing this person may see.
    if (!path || name === UNAVAILABLE_TEXT) return <span key={id}>{name}</span>;
    return (
      <a
        key={id}
        className={styles.link}
        href={ports?.href?.(path) ?? path}
        onClick={(event) => {
          event.stopPropagation();
          if (onNavigate && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
            event.preventDefault();
            onNavigate(path);
          }
        }}
      >
        {name}
      </a>
    );
  });
}
function drawAddress({ field, value }: ValueViewProps): ReactNode {
  const href = safeLink(field.type, value);
  if (!href) return String(value);
  const outside =
    FIELDS[field.type].link === 'web' ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <a
      className={styles.link}
      href={href}
      {...outside}
      onClick={(event) => event.stopPropagation()}
    >
      {String(value)}
    </a>
  );
}
function drawFiles({ value, ports }: ValueViewProps): ReactNode {
  return (
    <span className={styles.row}>
      {attachmentsOf(value).map((file) => (
        <button
          key={file.fileId}
          type="button"
          data-printed
          className={styles.file}
          title={`${file.name}（${fileSize(file.size)}）`}
          aria-label={`下载 ${file.name}`}
          onClick={(event) => {
            event.stopPropagation();
            void ports?.download(file.fileId, file.name);
          }}
        >
          <Icon name="attachment" />
          <span className="hz-ellipsis">{file.name}</span>
        </button>
      ))}
    </span>
  );
}
const drawPictures =
  (paper: boolean): Draw =>
  ({ field, value, ports }) => {
    const files = attachmentsOf(value);
    return files.length > 0 ? (
      <Pictures files={files} ports={ports} paper={paper} />
    ) : (
      drawText({ field, value })
    );
  };
const drawRows: Draw = (props) => {
  const { field, value } = props;
  if (!Array.isArray(value) || !field.fields) return drawText(props);
  return (
    <RowsView
      columns={field.fields}
      rows={value}
      label={field.label ?? '明细'}
      draw={(column, cell, at) => {
        const view = <ValueView {...props} field={column} value={cell} />;
        const more = at !== undefined && props.beside?.(column.apiName, at);
        return more ? (
          <span className={styles.cell}>
            {view}
            {more}
          </span>
        ) : (
          view
        );
      }}
    />
  );
};
const drawStars: Draw = (props) =>
  typeof props.value === 'number' ? (
    <Stars value={props.value} most={props.field.max} />
  ) : (
    drawText(props)
  );
function drawPlace(props: ValueViewProps): ReactNode {
  const href = mapLink(geoPointOf(props.value));
  if (!href) return drawText(props);
  return (
    <a
      className={styles.link}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title="在地图中查看"
      onClick={(event) => event.stopPropagation()}
    >
      {drawText(props)}
    </a>
  );
}
const VIEWS: Record<SharedView, Draw> = {
  long: drawLong,
  yesOrNo: drawBoolean,
  tags: drawTags,
  people: drawUsers,
  names: drawDepts,
  records: drawLookup,
  address: drawAddress,
  files: drawFiles,
  pictures: drawPictures(false),
  paper: drawPictures(true),
  rows: drawRows,
  prose: ({ value }) => <RichTextView value={value} />,
  stars: drawStars,
  place: drawPlace,
  code: drawFigures,
};
function draw(props: ValueViewProps): ReactNode {
  const type = shownType(props.field);
  const view = FIELD_UI[type]?.view;
  if (view === undefined) return (isNumeric(type) ? drawNumber : drawText)(props);
  return typeof view === 'string' ? VIEWS[view](props) : view(props.value, props.field);
}

/**
 * A value for reading. Cheap for plain cells: text types render one text node, no component of
 * Arco.
 */
export const ValueView = observer(function ValueView(props: ValueViewProps) {
  const { value } = props;
  if (isEmpty(value)) return <span className="hz-muted">{EMPTY_TEXT}</span>;
  if (props.field.masked) return <MaskedText text={drawText(props) as string} />;
  return <>{draw(props)}</>;
});
