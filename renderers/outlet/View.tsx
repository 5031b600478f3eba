import { useOutlet } from '../../src/view/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import type { OutletProps } from './index.ts';

/**
 * Where a shell shows the page of the current address; the document's main landmark when the shell
 * has no other.
 */
export default function OutletView({ node }: WidgetViewProps<OutletProps>) {
  const page = useOutlet();
  const { main, fill } = node.props;
  const style = fill ? { height: '100dvh', overflow: 'auto' } : { display: 'contents' };
  if (main) return <main style={style}>{page}</main>;
  return fill ? <div style={style}>{page}</div> : <>{page}</>;
}
