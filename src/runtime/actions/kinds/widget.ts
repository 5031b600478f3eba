import { Type } from 'typebox';
import { args } from '../schema.ts';
import { defineAction } from '../types.ts';

export const widget = defineAction<{ type: string }>({
  name: 'widget',
  title: '取得一个组件的说明和示例',
  group: 'designer',
  args: args({ type: Type.String({ description: '组件名，不带版本' }) }),
  result: Type.Unknown(),
  summarize: ({ type }) => `取得组件“${type}”的说明和示例`,
  run: ({ ports }, { type }) => ports.widgets?.one(type) ?? null,
});
