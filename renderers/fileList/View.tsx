import { Suspense, useState } from 'react';
import type { AttachmentRef } from '../../src/contract/index.ts';
import type { NodeHandle, WidgetViewProps } from '../../src/view/kit/index.ts';
import { ImagePreview, Picture, EmptyState } from '../../src/ui/display/index.ts';
import { attachmentsOf, fileSize, choiceOf, textOf } from '../../src/values/index.ts';
import { IconButton, valueOf } from '../../src/ui/parts/index.ts';
import { sourceOf } from '../../src/runtime/models/index.ts';
import { Icon, tagStyle } from '../../src/ui/icons/index.ts';
import type { FileListProps } from './index.ts';
import styles from './View.module.css';

/** Drawing and palette of a kind of file, by the ending of its name. */
const KINDS: readonly (readonly [endings: string, icon: string, palette: string])[] = [
  ['pdf', 'file-pdf', 'red'],
  ['xls xlsx csv', 'file', 'green'],
  ['doc docx txt md', 'file', 'arcoblue'],
  ['ppt pptx', 'file', 'orange'],
  ['zip rar 7z gz tar', 'archive', 'gold'],
  ['mp3 wav m4a', 'file-audio', 'purple'],
  ['mp4 mov avi', 'file-video', 'purple'],
];
const endingOf = (name: string): string =>
  /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
const lookOf = (name: string) =>
  KINDS.find(([endings]) => endings.split(' ').includes(endingOf(name))) ?? ['', 'file', 'gray'];
const isPicture = ({ mime }: AttachmentRef): boolean =>
  /^image\/(png|jpe?g|gif|webp|bmp|avif)$/.test(mime ?? '');

/** The picture itself, or the kind of file in its colour. */
function Mark({ file, node }: { file: AttachmentRef; node: NodeHandle<FileListProps> }) {
  if (isPicture(file))
    return (
      <span className={styles.mark}>
        <Picture fileId={file.fileId} alt="" ports={node.ports} edge={96} />
      </span>
    );
  const [, icon, palette] = lookOf(file.name);
  return (
    <span aria-hidden className={styles.mark} style={tagStyle(palette)}>
      <Icon name={icon} />
      <span className={styles.ending}>{endingOf(file.name).toUpperCase()}</span>
    </span>
  );
}

/** Files a person may look at and take away. */
export default function FileListView({ node }: WidgetViewProps<FileListProps>) {
  const { preview, removable, empty } = node.props;
  const bound = valueOf(node.bound);
  const files = attachmentsOf(node.props.files ?? sourceOf(node.bound)?.data ?? bound?.value);
  const pictures = files.filter(isPicture);
  const [open, setOpen] = useState<number | null>(null);
  const cards = choiceOf(node.props.layout, ['list', 'cards'], 'list') === 'cards';
  const loads = node.props.download !== false;
  const removes = removable === true && !node.state.readonly && !node.state.disabled;
  const take = (file: AttachmentRef) => {
    node.ports
      .download(file.fileId, file.name)
      .catch((failure: unknown) => node.ports.showFailure(failure));
  };
  const look = (file: AttachmentRef) => {
    if (preview !== false && isPicture(file)) setOpen(pictures.indexOf(file));
    else if (loads) take(file);
  };
  const remove = (file: AttachmentRef) => {
    if (bound && !node.props.files) bound.set(files.filter(({ fileId }) => fileId !== file.fileId));
    void node.emit('remove', { fileId: file.fileId, name: file.name });
  };
  if (files.length === 0) return textOf(empty) ? <EmptyState title={textOf(empty)} /> : null;
  return (
    <ul
      aria-label={textOf(node.props.label) || '文件'}
      className={cards ? styles.cards : styles.list}
    >
      {files.map((file) => (
        <li key={file.fileId} className={styles.file}>
          <button
            type="button"
            className={styles.open}
            disabled={!loads && !(preview !== false && isPicture(file))}
            title={file.name}
            aria-label={`${preview !== false && isPicture(file) ? '查看' : '下载'} ${file.name}`}
            onClick={() => look(file)}
          >
            <Mark file={file} node={node} />
            <span className={styles.words}>
              <span className={styles.name}>{file.name}</span>
              <span className={styles.size}>{fileSize(file.size)}</span>
            </span>
          </button>
          <span className={styles.tools}>
            {loads && (
              <IconButton label={`下载 ${file.name}`} icon="download" onClick={() => take(file)} />
            )}
            {removes && (
              <IconButton label={`移除 ${file.name}`} icon="delete" onClick={() => remove(file)} />
            )}
          </span>
        </li>
      ))}
      {open !== null && (
        <Suspense fallback={null}>
          <ImagePreview
            files={pictures}
            first={open}
            ports={node.ports}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </ul>
  );
}
