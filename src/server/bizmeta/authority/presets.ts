import {
  RECORD_OPS,
  type DataOf,
  type NamedScope,
  type RecordOp,
} from '../../../contract/index.ts';

type Preset = DataOf<'bizmeta.authgroup.defaultType'>['types'][number];

const VIEWING: readonly RecordOp[] = ['view', 'changeLog', 'comment', 'print'];
const MANAGING: readonly RecordOp[] = RECORD_OPS;

/** Everything a grant allows holds for the records that may be viewed. */
const preset = (
  key: string,
  title: string,
  about: string,
  ops: readonly RecordOp[],
  view: NamedScope,
): Preset => ({ key, title, about, grant: { ops: [...ops], scope: { view } } });
const viewing = (key: string, title: string, about: string, view: NamedScope): Preset =>
  preset(key, title, about, VIEWING, view);
const managing = (key: string, title: string, about: string, view: NamedScope): Preset =>
  preset(key, title, about, MANAGING, view);

/** What new groups may start with, from the least to everything. */
export const PRESETS: Preset[] = [
  viewing('viewOwn', '仅查看本人', '只能查看本人负责的记录', 'self'),
  managing('manageOwn', '管理本人', '可以新建，并管理本人负责的记录', 'self'),
  viewing('viewTeam', '查看本人及下属', '可以查看本人和下属负责的记录', 'selfAndSub'),
  managing('manageTeam', '管理本人及下属', '可以管理本人和下属负责的记录', 'selfAndSub'),
  viewing('viewDept', '本部门查看', '可以查看本部门的记录', 'dept'),
  viewing('viewDeptBelow', '本部门及下级查看', '可以查看本部门和下级部门的记录', 'deptAndSub'),
  managing('manageDeptBelow', '本部门及下级管理', '可以管理本部门和下级部门的记录', 'deptAndSub'),
  viewing('viewAll', '全部查看', '可以查看全部记录，不能修改', 'all'),
  {
    key: 'viewAllManageOwn',
    title: '全部查看，管理本人',
    about: '可以查看全部记录，只能管理本人负责的记录',
    grant: {
      ops: [...MANAGING],
      scope: {
        ...Object.fromEntries(MANAGING.map((op) => [op, 'self'])),
        ...Object.fromEntries(VIEWING.map((op) => [op, 'all'])),
      },
    },
  },
  managing('manageAll', '全部管理', '可以新建和管理全部记录', 'all'),
];
