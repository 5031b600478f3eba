import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { Tag } from '../../src/ui/display/index.ts';
import { textOf } from '../../src/values/index.ts';
import type { TagProps } from './index.ts';

const COLORS: Record<string, string> = {
  primary: 'arcoblue',
  success: 'green',
  warning: 'orange',
  danger: 'red',
  neutral: 'gray',
  secondary: 'gray',
  inverse: 'gray',
};

/** A word on a tinted ground: a status, a mark. */
export default function TagView({ node }: WidgetViewProps<TagProps>) {
  const text = textOf(node.props.text);
  return text ? (
    <Tag color={textOf(node.props.color) || COLORS[node.props.tone ?? 'neutral']}>{text}</Tag>
  ) : null;
}
