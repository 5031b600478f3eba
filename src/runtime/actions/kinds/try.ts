import { Type } from 'typebox';
import { args, stepsArg } from '../schema.ts';
import { Stop, defineAction, type ActionContext } from '../types.ts';

interface TryArgs {
  steps: unknown;
  catch?: unknown;
  always?: unknown;
  dry?: boolean;
}

async function attempt(
  context: ActionContext,
  { steps, catch: rescue, always }: TryArgs,
): Promise<{ ok: boolean; error: string | null }> {
  const outcome = await context.attempt(steps);
  const failure = outcome.ok ? null : outcome.failure;
  const error =
    failure instanceof Error ? failure.message : failure === null ? null : String(failure);
  if (failure !== null && !(failure instanceof Stop)) {
    if (rescue === undefined) context.ports.showFailure(failure);
    else await context.run(rescue, { error });
  }
  if (always !== undefined && !(await context.run(always))) throw new Stop();
  if (failure instanceof Stop) throw failure;
  return { ok: outcome.ok, error };
}

/**
 * Steps that may fail: a transaction of their own, and the list goes on either way. `dry` only says
 * what they would do.
 */
export const trySteps = defineAction<TryArgs>({
  name: 'try',
  title: '尝试',
  group: 'flow',
  apart: true,
  args: args({
    steps: stepsArg('要尝试的动作；其中的记录自成一个事务'),
    catch: Type.Optional(stepsArg('失败时，原因读作 error')),
    always: Type.Optional(stepsArg('无论成败，最后')),
    dry: Type.Optional(
      Type.Boolean({
        description: '只试算：结果的 lines 逐句说明会做什么，不写入任何内容',
        default: false,
      }),
    ),
  }),
  result: Type.Object({
    ok: Type.Boolean(),
    error: Type.Union([Type.String(), Type.Null()]),
    lines: Type.Optional(Type.Array(Type.String())),
  }),
  steps: ['steps', 'catch', 'always'],
  async run(context, given) {
    if (!given.dry) return attempt(context, given);
    const entries = await context.dryRun(given.steps);
    const problems = entries.flatMap((entry) => entry.problems ?? []);
    return {
      ok: problems.length === 0,
      error: problems[0] ?? null,
      lines: entries.map((entry) => entry.text),
    };
  },
});
