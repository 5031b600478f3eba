import type { CodeSegment, NumberRule } from '../../../../contract/index.ts';
import { ruleProblems } from '../../../system/index.ts';
import type { RefuseSetting } from '../kind.ts';

/** The default rule of a field: 0001, 0002 ... */
const PLAIN: readonly CodeSegment[] = [{ kind: 'seq', length: 4 }];

/** A field's own segments, and when its counter restarts. */
export const ownSegments = ({ segments, reset }: NumberRule = {}): {
  segments: CodeSegment[];
  reset: NonNullable<NumberRule['reset']>;
} => ({
  segments: segments && segments.length > 0 ? segments : [...PLAIN],
  reset: reset ?? 'never',
});

/** Either the company rule a field names, or segments of its own that never repeat a number. */
export function normalizeNumberRule(given: NumberRule = {}, refuse: RefuseSetting): NumberRule {
  const { rule, segments = [] } = given;
  if (rule !== undefined) {
    if (segments.length > 0) refuse('/numberRule/segments', '已选用编码规则，不能另有自己的组成');
    return { rule };
  }
  const own = ownSegments(given);
  for (const { path, msg } of ruleProblems(own.segments, own.reset))
    refuse(`/numberRule${path}`, msg);
  return own;
}
