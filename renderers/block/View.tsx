import { BLOCK_PREFIX, usePage, useLeaveGuard } from '../../src/view/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { FailureCard } from '../../src/ui/display/index.ts';
import { isRecord, textOf } from '../../src/values/index.ts';
import type { BlockProps } from './index.ts';

/**
 * A block in its place: a page with state and sources of its own. What it emits runs the event
 * `emit` with the name in its payload.
 */
export default function BlockView({ node }: WidgetViewProps<BlockProps>) {
  const page = usePage();
  const follow = useLeaveGuard();
  const key = textOf(node.props.block);
  if (!key) return null;
  if (!key.startsWith(BLOCK_PREFIX))
    return <FailureCard text={`“${key}”不是区块：区块的键以“${BLOCK_PREFIX}”开头`} />;
  const params = isRecord(node.props.params) ? node.props.params : {};
  const handleEvent = (name: string, payload: unknown) =>
    node.handles('emit') ? node.emit('emit', { name, payload }) : undefined;
  const shared = page.block(node.id, handleEvent, follow);
  if (shared) return <>{shared}</>;
  if (node.props.shares !== undefined)
    return (
      <FailureCard
        text={`区块“${key}”没有打开：它与页面共用数据，没有加载成功，或页面没有交给它、不可以交给它`}
      />
    );
  return <>{page.embed(key, params, handleEvent, follow, node.props.skeletonHeight)}</>;
}
