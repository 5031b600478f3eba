import { Type } from 'typebox';
import type { LayerRequest, LayerResult } from '../scope/layers.ts';
import { args, kindArg, namedValues } from './schema.ts';
import { defineAction, type ActionDefinition } from './types.ts';

/** Events by which pages say that what they were opened for is done. */
const DONE = ['done', 'saved', 'deleted', 'select'];
interface LayerArgs {
  page: string;
  params?: Record<string, unknown>;
  title?: string;
  width?: number;
  until?: readonly string[];
}

/** dialog and drawer: the same in another place. */
export function layerAction(
  place: LayerRequest['place'],
  title: string,
  width: number,
): ActionDefinition {
  return defineAction<LayerArgs>({
    name: place,
    title: `打开${title}`,
    group: 'page',
    args: args({
      page: kindArg('页面或区块的键', { kind: 'page' }),
      params: Type.Optional(
        namedValues('交给页面的参数：{名称: 值}', { kind: 'params', page: 'page' }),
      ),
      title: Type.Optional(Type.String({ description: '标题；留空用页面自己的' })),
      width: Type.Optional(
        Type.Number({
          description: '宽度（像素）；手机宽度下占满屏幕',
          default: width,
          minimum: 240,
          maximum: 1600,
        }),
      ),
      until: Type.Optional(
        Type.Array(Type.String(), { description: '页面发出其中一个事件就关闭', default: DONE }),
      ),
    }),
    result: Type.Object({ event: Type.String(), data: Type.Unknown() }),
    summarize: ({ page }) => `打开${title}“${page}”，等它关闭`,
    run: (
      context,
      { page, params = {}, title: name, width: wanted = width, until = DONE },
    ): Promise<LayerResult> =>
      context.open({ place, page, params, title: name, width: wanted, until }),
  });
}
