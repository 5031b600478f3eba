import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { textOf } from '../../src/values/index.ts';
import type { SwitchProps } from './index.ts';

/** One of several contents, by a value: the slot of its name, else the one for all others. */
export default function SwitchView({ node }: WidgetViewProps<SwitchProps>) {
  const name = textOf(node.props.value);
  return <>{node.slot(name !== '' && node.hasSlot(name) ? name : 'default')}</>;
}
