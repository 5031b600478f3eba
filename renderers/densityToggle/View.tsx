import { asList } from '../../engine/index.ts';
import type { WidgetViewProps } from '../../engine/kit/index.ts';
import { Icon } from '../../engine/theme/index.ts';
import { chrome, useColumnLayout, textOf, useNarrow } from '../../engine/parts/index.ts';
import type { DensityToggleProps } from './index.ts';

/** Switches the rows of the list's table between 40 and 32 pixels, and remembers it. */
export default function DensityToggleView({ node }: WidgetViewProps<DensityToggleProps>) {
  const list = asList(node.bound);
  const layout = useColumnLayout(node, textOf(node.props.name) || list.object);
  const compact = layout.density === 'compact';
  const label = compact ? '行高：紧凑，点击改为舒适' : '行高：舒适，点击改为紧凑';
  if (useNarrow()) return null;
  return <button type="button" className={chrome.icon} aria-label={label} title={label} onClick={() => layout.setDensity(compact ? 'comfortable' : 'compact')}><Icon name={compact ? 'menu' : 'unordered-list'} /></button>;
}
