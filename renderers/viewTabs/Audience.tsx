import { useState } from 'react';
import {
  MAX_AUDIENCE,
  type CustomView,
  type FieldType,
  type ViewAuth,
  type ViewPatch,
} from '../../src/contract/index.ts';
import type { EnginePorts } from '../../src/runtime/ports/index.ts';
import { chrome } from '../../src/ui/parts/index.ts';
import { ValueInput } from '../../src/ui/inputs/index.ts';
import styles from './View.module.css';

type Who = 'me' | 'all' | 'some';
const WHO: readonly [Who, string, string][] = [
  ['me', '只有我', '成为个人视图，其他人不再看到它'],
  ['all', '所有人', '公司里的所有成员'],
  ['some', '指定的人', '选中的成员、部门（含下级）和角色'],
];
const PARTS = [
  ['userIds', '成员', 'users'],
  ['deptIds', '部门', 'depts'],
  ['roleIds', '角色', 'role'],
] as const satisfies readonly (readonly [keyof ViewAuth, string, FieldType])[];

const countOf = (auth: ViewAuth): number =>
  PARTS.reduce((count, [key]) => count + (auth[key]?.length ?? 0), 0);
const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

interface Props {
  view: CustomView;
  ports: EnginePorts;
  busy: boolean;
  onSave(patch: ViewPatch): void;
  onCancel(): void;
}
/**
 * The audience of a view, and whether members get more data than it shows. Neither restricts
 * reading the records: every member may.
 */
export function Audience({ view, ports, busy, onSave, onCancel }: Props) {
  const [who, setWho] = useState<Who>(
    view.scope === 'personal' ? 'me' : countOf(view.auth) > 0 ? 'some' : 'all',
  );
  const [auth, setAuth] = useState<ViewAuth>(view.auth);
  const [restricted, setRestricted] = useState(view.scope === 'restricted');
  const [checked, setChecked] = useState(false);
  const full = PARTS.find(([key]) => (auth[key]?.length ?? 0) > MAX_AUDIENCE);
  const wrong =
    who !== 'some'
      ? null
      : full
        ? `${full[1]}最多 ${MAX_AUDIENCE} 个`
        : checked && countOf(auth) === 0
          ? '请选择能看到的成员、部门或角色'
          : null;
  const save = () => {
    setChecked(true);
    if (full || (who === 'some' && countOf(auth) === 0)) return;
    onSave(
      who === 'me'
        ? { scope: 'personal', auth: {}, ...(view.isDefault && { isDefault: false }) }
        : { scope: restricted ? 'restricted' : 'shared', auth: who === 'all' ? {} : auth },
    );
  };
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div role="radiogroup" aria-label="谁能看到" className={styles.choices}>
        {WHO.map(([key, title, note]) => (
          <label key={key} className={styles.choice}>
            <input type="radio" name="who" checked={who === key} onChange={() => setWho(key)} />
            <span>
              {title}
              <small>{note}</small>
            </span>
          </label>
        ))}
      </div>
      {who === 'some' &&
        PARTS.map(([key, title, type]) => (
          <div key={key} className={styles.entry}>
            <span aria-hidden>{title}</span>
            <ValueInput
              describe={{ type, label: title }}
              multiple
              ports={ports}
              value={auth[key] ?? []}
              onChange={(value) => setAuth({ ...auth, [key]: idsOf(value) })}
            />
          </div>
        ))}
      {wrong && (
        <p role="alert" className={styles.missing}>
          {wrong}
        </p>
      )}
      {who !== 'me' && (
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={restricted}
            onChange={(event) => setRestricted(event.target.checked)}
          />
          <span>
            精简
            <small>
              不能修改它的人在这个视图里只看到它显示的字段，看不到筛选条件。这不保护数据：谁能查看哪些记录和字段，由对象的权限决定
            </small>
          </span>
        </label>
      )}
      <div className={styles.foot}>
        <button type="button" className={chrome.plain} onClick={onCancel}>
          取消
        </button>
        <button type="submit" className={chrome.primary} disabled={busy}>
          保存
        </button>
      </div>
    </form>
  );
}

interface FolderProps {
  view: CustomView;
  folders: readonly { id: string; name: string }[];
  onSave(patch: ViewPatch): void;
  onCancel(): void;
}
/** The group of a view. */
export function InFolder({ view, folders, onSave, onCancel }: FolderProps) {
  const [id, setId] = useState(
    folders.some((each) => each.id === view.groupId) ? view.groupId : null,
  );
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        onSave({ groupId: id });
      }}
    >
      <div role="radiogroup" aria-label="移到分组" className={styles.choices}>
        {[{ id: null, name: '不分组' }, ...folders].map((each) => (
          <label key={each.id ?? ''} className={styles.choice}>
            <input
              type="radio"
              name="folder"
              checked={id === each.id}
              onChange={() => setId(each.id)}
            />
            <span>{each.name}</span>
          </label>
        ))}
      </div>
      <div className={styles.foot}>
        <button type="button" className={chrome.plain} onClick={onCancel}>
          取消
        </button>
        <button type="submit" className={chrome.primary}>
          保存
        </button>
      </div>
    </form>
  );
}
