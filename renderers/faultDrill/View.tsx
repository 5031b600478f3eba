import { useEffect, useState } from 'react';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { textOf } from '../../src/values/index.ts';
import type { FaultDrillProps } from './index.ts';

/** Longer than what a view may take to draw itself, in milliseconds. */
const TOO_LONG_MS = 200;
function dawdle(): void {
  const until = performance.now() + TOO_LONG_MS;
  while (performance.now() < until);
}

/** Fails as configured; otherwise a text. */
export default function FaultDrillView({ node }: WidgetViewProps<FaultDrillProps>) {
  const { fault, text } = node.props;
  const [turn, again] = useState(0);
  const restless = fault === 'loop' || fault === 'slow';
  useEffect(() => {
    if (restless) again(turn + 1);
  }, [restless, turn]);
  if (fault === 'slow') dawdle();
  if (fault === 'throw') throw new Error('演练：组件在绘制时抛出了错误');
  return <span>{textOf(text) || '运行正常'}</span>;
}
