import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { AppIcon, NavEntry, samePath } from '../../src/ui/parts/index.ts';
import { textOf } from '../../src/values/index.ts';
import type { NavItemProps } from './index.ts';

/** Anything else (javascript:, data:) is no link. */
const OUTSIDE = /^https?:\/\//i;

/** One entry of a menu; goes to its path unless the page says otherwise. */
export default function NavItemView({ node }: WidgetViewProps<NavItemProps>) {
  const { appStyle, level, active, expanded } = node.props;
  const path = textOf(node.props.path);
  const given = textOf(node.props.href);
  const outside = OUTSIDE.test(given) ? given : undefined;
  const current = active ?? samePath(node.ports.location(), path);
  const select = () => {
    if (node.handles('select')) void node.emit('select', { path });
    else if (path) node.ports.navigate(path);
  };
  const mark =
    appStyle === undefined || appStyle === null ? undefined : (
      <AppIcon style={appStyle} size={20} />
    );
  return (
    <NavEntry
      title={textOf(node.props.title)}
      icon={textOf(node.props.icon)}
      mark={mark}
      badge={textOf(node.props.badge)}
      current={current}
      level={level === 2 ? 2 : 1}
      expanded={expanded === true}
      disabled={node.state.disabled}
      href={outside ?? (path ? node.ports.href?.(path) : undefined)}
      outside={outside !== undefined}
      onSelect={select}
    />
  );
}
