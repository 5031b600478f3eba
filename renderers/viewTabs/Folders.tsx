import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { CustomView } from '../../src/contract/index.ts';
import { FloatingPanel } from '../../src/ui/overlay/index.ts';
import { IconButton, NameBox, chrome } from '../../src/ui/parts/index.ts';
import { Icon } from '../../src/ui/icons/index.ts';
import { ALL, reorderViews, type ViewFolder } from './views.ts';
import styles from './View.module.css';

const PANEL_WIDTH = 280;

interface FolderEvents {
  onChoose(id: string): void;
  onSave(folder: { id?: string; name: string }): void;
  onRemove(folder: ViewFolder): void;
  onSort(ids: string[]): void;
}
interface Props extends FolderEvents {
  folders: readonly ViewFolder[];
  views: readonly CustomView[];
  chosen: string;
  canEdit: boolean;
}

function List({ folders, views, chosen, canEdit, onChoose, onSave, onRemove, onSort }: Props) {
  const [named, setNamed] = useState<string | null>(null);
  const ids = folders.map(({ id }) => id);
  const count = (id: string) => views.filter(({ groupId }) => groupId === id).length;
  const box = `${chrome.input} ${styles.folderName}`;
  const name = (folder: ViewFolder) => (text: string | null) => {
    setNamed(null);
    if (text) onSave({ id: folder.id, name: text });
  };
  const choice = (id: string, text: string, many?: number) => (
    <button
      type="button"
      className={styles.folder}
      aria-current={id === chosen ? 'true' : undefined}
      onClick={() => onChoose(id)}
    >
      <Icon name={id === chosen ? 'check' : 'blank'} />
      <span>{text}</span>
      {many !== undefined && <small>{many}</small>}
    </button>
  );
  return (
    <div className={styles.folders}>
      <ul aria-label="视图分组">
        <li>{choice(ALL, '全部视图', views.length || undefined)}</li>
        {folders.map((folder, at) => (
          <li key={folder.id}>
            {named === folder.id ? (
              <NameBox
                first={folder.name}
                label="分组名称"
                className={box}
                left="keeps"
                onDone={name(folder)}
              />
            ) : (
              choice(folder.id, folder.name, count(folder.id))
            )}
            {canEdit && named !== folder.id && (
              <span className={styles.folderTools}>
                <IconButton
                  label={`${folder.name}上移`}
                  icon="up"
                  disabled={at === 0}
                  onClick={() => onSort(reorderViews(ids, at, at - 1))}
                />
                <IconButton
                  label={`${folder.name}下移`}
                  icon="down"
                  disabled={at === ids.length - 1}
                  onClick={() => onSort(reorderViews(ids, at, at + 1))}
                />
                <IconButton
                  label={`${folder.name}改名`}
                  icon="edit"
                  onClick={() => setNamed(folder.id)}
                />
                <IconButton
                  label={`删除${folder.name}`}
                  icon="delete"
                  onClick={() => onRemove(folder)}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      {canEdit &&
        (named === '' ? (
          <NameBox
            first=""
            label="新分组的名称"
            className={box}
            left="keeps"
            onDone={(text) => {
              setNamed(null);
              if (text) onSave({ name: text });
            }}
          />
        ) : (
          <button type="button" className={chrome.link} onClick={() => setNamed('')}>
            <Icon name="plus" /> 新建分组
          </button>
        ))}
    </div>
  );
}

/** Which group of views the row shows; builders keep the groups here. */
export function Folders(props: Props) {
  const { folders, chosen, canEdit } = props;
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null) as RefObject<HTMLButtonElement>;
  if (folders.length === 0 && !canEdit) return null;
  const current = folders.find(({ id }) => id === chosen)?.name;
  const close = () => setOpen(false);
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={styles.folderButton}
        aria-label={`视图分组：${current ?? '全部视图'}`}
        title="视图分组"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="folder" />
        {folders.length > 0 && <span>{current ?? '全部视图'}</span>}
        <Icon name="down" className={styles.mark} />
      </button>
      {open && (
        <FloatingPanel anchor={anchor} title="视图分组" width={PANEL_WIDTH} onClose={close}>
          <List
            {...props}
            onChoose={(id) => {
              close();
              props.onChoose(id);
            }}
          />
        </FloatingPanel>
      )}
    </>
  );
}
