import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { AppIcon } from '../../src/ui/parts/index.ts';
import { numberOf } from '../../src/values/index.ts';
import type { AppIconProps } from './index.ts';

/** The square of an application: one of 24 icons on one of 6 tinted grounds. */
export default function AppIconView({ node }: WidgetViewProps<AppIconProps>) {
  return <AppIcon style={node.props.appStyle} size={numberOf(node.props.size, 32)} />;
}
