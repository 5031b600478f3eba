import { useOutlet } from '../../src/view/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import type { OutletProps } from './index.ts';

const FILL = { height: '100dvh', overflow: 'auto' };
const TALL = { display: 'grid', minHeight: '100dvh' };
const BARE = { display: 'contents' };

/**
 * Where a shell shows the page of the current address; the document's main landmark when the shell
 * has no other.
 */
export default function OutletView({ node }: WidgetViewProps<OutletProps>) {
  const page = useOutlet();
  const { main, fill, tall } = node.props;
  const style = fill ? FILL : tall ? TALL : BARE;
  if (main) return <main style={style}>{page}</main>;
  return fill || tall ? <div style={style}>{page}</div> : <>{page}</>;
}
