import { useState } from 'react';
import type { ReactNode } from 'react';
import { MEMBER_TABS, ORG_ROOT_ID } from '../../../contract/index.ts';
import type { TreeLine } from '../../../../machines/index.ts';
import { FailureCard } from '../../display/FailureCard.tsx';
import { useNarrow } from '../../hooks/narrow.ts';
import { Icon } from '../../icons/icons.tsx';
import { MemberTree } from './MemberTree.tsx';
import { tabTitle, type MemberOptions } from './options.ts';
import { lineMember } from './rows.ts';
import type { MemberPicker } from './use-picker-machine.ts';
import styles from './members.module.css';

const titleIn = (lines: readonly TreeLine[], id: string): string => {
  for (const line of lines) {
    const found = line.id === id ? line.title : titleIn(line.children, id);
    if (found) return found;
  }
  return '';
};

const KIND_NAMES = { dept: '部门', role: '角色' } as const;
const TAB_OF = { dept: MEMBER_TABS.orgs, role: MEMBER_TABS.roles } as const;

interface LinesProps {
  picker: MemberPicker;
  id: string;
  label: string;
  kind: 'dept' | 'role';
  /** Null while they are loading. */
  lines: readonly TreeLine[] | null;
  entered: string;
  onEnter(line: TreeLine): void;
}
/** The tree of departments or roles, or why it is not there. */
function Lines({ picker, id, label, kind, lines, entered, onEnter }: LinesProps) {
  const { settings, treeFailure, draft } = picker.context;
  if (lines === null)
    return treeFailure !== null ? (
      <FailureCard text={treeFailure} onRetry={() => picker.send({ type: 'RETRY' })} />
    ) : (
      <div role="status" className={`${styles.none} ${styles.later}`}>
        正在加载…
      </div>
    );
  if (lines.length === 0)
    return <div role="status" className={styles.none}>{`没有可选的${KIND_NAMES[kind]}`}</div>;
  const ticked = settings.kinds.includes(kind)
    ? new Set(draft.filter((each) => each.kind === kind).map((each) => each.id))
    : null;
  return (
    <MemberTree
      id={`${id}-tree-${kind}`}
      label={label}
      lines={lines}
      entered={entered}
      ticked={ticked}
      single={settings.single}
      canTick={(line) => !line.group && line.id !== ORG_ROOT_ID}
      onEnter={onEnter}
      onTick={(line) => picker.send({ type: 'TOGGLE', member: lineMember(kind, line) })}
    />
  );
}

/** On a phone: where the people are from, and the way to the tree. */
function Where({ text, open, onTurn }: { text: string; open: boolean; onTurn(): void }) {
  return (
    <button type="button" className={styles.where} aria-expanded={open} onClick={onTurn}>
      <span>{text}</span>
      <Icon name={open ? 'up' : 'down'} />
    </button>
  );
}

interface ByTreeProps {
  picker: MemberPicker;
  options: MemberOptions;
  label: string;
  id: string;
  kind: 'dept' | 'role';
  children: ReactNode;
}
/** Departments or roles beside their people; on a phone one after the other. */
export function ByTree({ picker, options, label, id, kind, children }: ByTreeProps) {
  const { settings, trees, orgId, roleId } = picker.context;
  const narrow = useNarrow();
  const listsPeople = settings.kinds.includes('user');
  const [walking, setWalking] = useState(kind === 'role');
  const lines = kind === 'dept' ? trees.depts : trees.roles;
  const entered = !listsPeople ? '' : kind === 'dept' ? orgId : roleId;
  const title = tabTitle(TAB_OF[kind], options);
  const showTree = !narrow || !listsPeople || walking;
  return (
    <>
      {narrow && listsPeople && (
        <Where
          text={`${KIND_NAMES[kind]}：${lines ? titleIn(lines, entered) || '未选择' : '…'}`}
          open={walking}
          onTurn={() => setWalking(!walking)}
        />
      )}
      {showTree && (
        <div className={`${styles.side} ${listsPeople ? '' : styles.whole}`}>
          <Lines
            picker={picker}
            id={id}
            label={`${label}：${title}`}
            kind={kind}
            lines={lines}
            entered={entered}
            onEnter={(line) => {
              if (listsPeople) {
                setWalking(false);
                picker.send({ type: 'ENTER', id: line.id });
              }
            }}
          />
        </div>
      )}
      {listsPeople && !(narrow && walking) && children}
    </>
  );
}
