import {
  anyProp,
  defineWidget,
  flagProp,
  kindProp,
  props,
  type WidgetDefinition,
} from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const grantTextProps = props({
  grant: anyProp('权限：{ops, scope, fields}；给出对象时为按对象标识的多份'),
  object: kindProp('是哪个对象的：对象标识', { kind: 'object' }),
  several: anyProp('逐个说哪些对象的：[{apiName, label}]，代替一个对象'),
  fields: anyProp('说到的字段：对象描述中的字段列表'),
  muted: flagProp('用灰字：没有生效的权限'),
  small: flagProp('用小字'),
});
export type GrantTextProps = Static<typeof grantTextProps>;

const grantText: WidgetDefinition = defineWidget({
  type: 'grantText',
  version: 1,
  title: '权限的一句话',
  category: 'display',
  props: grantTextProps,
  designer: { icon: 'bulb', platform: true },
  view: () => import('./View.tsx'),
});
export default grantText;
