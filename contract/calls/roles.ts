import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { Id } from '../meta.ts';

export const roleCalls = [
  defineCall({ id: 'upm.role.listRoleByType', method: 'GET', path: '/upm/role/listRoleByType', access: 'member', summary: '角色列表',
    data: Type.Array(Type.Object({ id: Id, roleCode: Type.String(), roleName: Type.String() })) }),
] as const;
