import {
  anyProp,
  choiceProp,
  defineWidget,
  flagProp,
  numberProp,
  props,
  textProp,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import { MAX_MEMBERS } from '../../src/contract/index.ts';
import { Type, type Static } from 'typebox';

const memberPickerProps = props({
  label: textProp('名称'),
  hideLabel: flagProp('不显示名称（读屏软件仍会读出）'),
  help: textProp('填写说明'),
  placeholder: textProp('占位提示'),
  title: textProp('选择窗口的标题；留空为“选择用户”'),
  kinds: anyProp('可以选什么：user、dept、role 的列表；留空为只选人员'),
  isSingel: flagProp('只选一个：后选的代替先选的'),
  part: textProp('绑定的是一个对象时，选的人在它的哪一个属性里，总是列表'),
  ids: anyProp('没有绑定时，已选的编号'),
  selectList: anyProp('已选的完整列表：{id, kind, name} 的列表；知道名称时不再查询'),
  disabled: flagProp('不可选择'),
  inline: flagProp('直接显示在页面上，选了就生效，不需要确定'),
  entry: choiceProp(['popover', 'dialog'] as const, '在旁边弹出，还是在窗口中打开', 'popover'),
  useMode: choiceProp(
    ['form', 'filter'] as const,
    '用在表单中还是筛选中：筛选中可选查看的人、其部门、数据创建人和最后修改人，条件读得懂；其他特殊的项只在表单中提供，由页面自己处理',
    'form',
  ),
  range: anyProp(
    '显示哪些选项卡：1 组织架构、2 当前用户、3 角色、4 所有用户、5 动态参数；留空为 1 和 2',
  ),
  limit: anyProp('限定范围：{deptIds, roleIds, userIds, dynamicIds}，部门含下级；留空不限'),
  limitType: choiceProp(
    ['include', 'exclude'] as const,
    '只能选限定范围内的，还是只能选范围外的',
    'include',
  ),
  everyone: flagProp('“所有用户”中可以选“所有人”（编号 -1）'),
  anonymous: flagProp('“所有用户”中可以选“匿名用户”（编号 0）'),
  dynamicUser: textProp('“动态用户”一项的名称：选它则不选具体的人；留空不提供'),
  dynamics: anyProp(
    '动态参数：creator、last_editor、deptLeader 的列表；留空为全部。用在筛选中时没有 deptLeader',
  ),
  max: numberProp('最多选多少个', MAX_MEMBERS, { minimum: 1, maximum: MAX_MEMBERS }),
});
export type MemberPickerProps = Static<typeof memberPickerProps>;

const Ids = Type.Array(Type.String());
const memberPicker: WidgetDefinition = defineWidget({
  type: 'memberPicker',
  version: 1,
  title: '选择成员',
  category: 'input',
  props: memberPickerProps,
  bind: { kinds: ['field', 'cell'] },
  events: {
    change: {
      title: '选择改变',
      payload: Type.Object({
        ids: Ids,
        list: Type.Array(
          Type.Object({ id: Type.String(), kind: Type.String(), name: Type.String() }),
        ),
        userIds: Ids,
        deptIds: Ids,
        roleIds: Ids,
        dynamicIds: Ids,
      }),
    },
  },
  designer: { icon: 'user-add' },
  view: () => import('./View.tsx'),
});
export default memberPicker;
