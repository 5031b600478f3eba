import { STRATEGIES, type Candidate } from '../../contract/index.ts';
import { compile, parse, scopeOf } from '../../expression/index.ts';
import type { CompiledFlow } from '../compile/compile.ts';
import type { Known, Need } from '../decide/known.ts';
import type { FlowState } from '../state/state.ts';
import type { Lookup } from '../simulate/play.ts';

/** A small company: who leads whom; a person with a title is called by it. */
const LEADERS = ['李主管', '王总监', '赵副总'];
export const STARTER = { id: '小王', name: '小王', dept: '销售部', title: '销售' };
type TestRecord = Readonly<Record<string, unknown>>;

function found({ strategy, param = [] }: Candidate, record: TestRecord): string[] {
  switch (strategy) {
    case STRATEGIES.starterDeptLeader:
      return LEADERS.slice(0, 1);
    case STRATEGIES.starterLeaders:
      return LEADERS.slice(0, Number(param[0]));
    case STRATEGIES.title:
    case STRATEGIES.users:
      return param.map(String);
    case STRATEGIES.starter:
      return [STARTER.id];
    case STRATEGIES.userField:
      return param.flatMap((name) => (record[String(name)] as string | undefined) ?? []);
    case STRATEGIES.deptFieldLeader:
      return param.flatMap((name) => `${String(record[String(name)])}经理`);
    default:
      return [];
  }
}

const HOUR = 3_600_000;

/** Answers for a record, which people may change on the way. */
export const companyLookup =
  (flow: CompiledFlow, recordOf: (state: FlowState) => TestRecord): Lookup =>
  (need: Need, state: FlowState, now: number): Known[string] => {
    const record = recordOf(state);
    if (need.kind === 'condition') {
      const parsed = parse(flow.conditions.get(need.of)!);
      if (!parsed.ok) throw parsed.errors[0]!;
      const scope = scopeOf({ ...record, starter: STARTER });
      return compile(parsed.ast)(scope, { now: new Date(now), timeZone: 'Asia/Shanghai' }) === true;
    }
    if (need.kind === 'seed') return 0;
    const node = flow.nodes.get(need.step)!;
    if (need.kind === 'children') {
      const each = node.type === 'subProcess' ? node.settings.each : undefined;
      const rows = each === undefined ? [1] : (record[each] as unknown[]);
      return rows.map((_, i) => `${need.step} ${i + 1}`);
    }
    if (need.kind === 'time') {
      const until = node.type === 'delay' ? node.settings.until : undefined;
      return until === undefined ? now + 8 * HOUR : Date.parse(String(record[until]));
    }
    if (need.for.startsWith('turn:')) return [need.for.slice('turn:'.length)];
    if (need.for === 'leader' || need.for.startsWith('late:')) return LEADERS.slice(0, 1);
    if (need.for === 'empty') return ['流程管理员'];
    const { candidates = [] } = node.settings as { candidates?: readonly Candidate[] };
    return candidates.flatMap((candidate) => found(candidate, record));
  };
