import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { EmptyState, type DrawingName } from '../../src/ui/display/index.ts';
import { textOf } from '../../src/values/index.ts';
import type { ResultProps } from './index.ts';

const DRAWINGS: Record<string, DrawingName> = {
  success: 'done',
  error: 'fault',
  info: 'box',
  warning: 'fault',
  403: 'lock',
  404: 'lost',
  500: 'fault',
};
const TITLES: Record<string, string> = {
  success: '操作成功',
  error: '操作没有成功',
  403: '没有权限',
  404: '页面不存在',
  500: '服务器异常',
};

/** How something ended, on a page of its own: done, refused, not found. */
export default function ResultView({ node }: WidgetViewProps<ResultProps>) {
  const { title, text } = node.props;
  const kind = node.props.kind ?? 'info';
  const tone =
    kind === 'success' ? 'success' : kind === 'error' || kind === '500' ? 'danger' : undefined;
  return (
    <EmptyState
      large
      drawing={DRAWINGS[kind] ?? 'box'}
      {...(tone && { tone })}
      title={textOf(title) || TITLES[kind] || ''}
      text={textOf(text)}
      action={node.hasSlot('action') ? node.slot('action') : undefined}
    />
  );
}
