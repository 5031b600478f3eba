import { useNarrow } from '../../src/ui/hooks/index.ts';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';

/** One of two contents, by the width of the screen; what is typed stays: it is the form's. */
export default function ByScreenView({ node }: WidgetViewProps<object>) {
  return <>{node.slot(useNarrow() ? 'phone' : 'wide')}</>;
}
