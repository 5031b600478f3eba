import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { Id } from '../meta.ts';
import { DeptTree } from './people-shapes.ts';

export const pickerCalls = [
  defineCall({ id: 'upm.sysUser.listUserByDefault', method: 'POST', path: '/upm/sysUser/listUserByDefault', access: 'member', summary: '按姓名查找用户',
    body: Type.Object({ name: Type.Optional(Type.String({ maxLength: 100 })), userIds: Type.Optional(Type.Array(Id)), deptIds: Type.Optional(Type.Array(Id)), roleIds: Type.Optional(Type.Array(Id)) }),
    data: Type.Array(Type.Object({ id: Id, realName: Type.String(), headImgUrl: Type.String(), deptName: Type.String() })) }),
  defineCall({ id: 'upm.sysUser.listUserByIds', method: 'POST', path: '/upm/sysUser/listUserByIds', access: 'member', summary: '按编号取用户',
    body: Type.Object({ ids: Type.Array(Id, { maxItems: 1000 }) }), data: Type.Array(Type.Object({ id: Id, realName: Type.String(), headImgUrl: Type.String() })) }),
  defineCall({ id: 'upm.org.assignedTree', method: 'POST', path: '/upm/org/assignedTree', access: 'member', summary: '部门树',
    body: Type.Object({ ids: Type.Array(Id) }), data: DeptTree }),
] as const;
