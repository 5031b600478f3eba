import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { EmptyState } from '../../src/ui/display/index.ts';
import { textOf } from '../../src/values/index.ts';
import type { EmptyProps } from './index.ts';

/** Says what belongs in an empty place and offers the next step. */
export default function EmptyView({ node }: WidgetViewProps<EmptyProps>) {
  const { drawing, title, text } = node.props;
  return (
    <EmptyState
      drawing={drawing ?? 'box'}
      title={textOf(title)}
      text={textOf(text)}
      action={node.hasSlot('action') ? node.slot('action') : undefined}
    />
  );
}
