import { AppError } from '../../kernel/index.ts';
import type { TemplateRow } from '../templates/rows.ts';
import { Consequences } from './effects.ts';
import { FlowRun } from './flow-run.ts';
import { isOpen, lockInstance } from './rows.ts';
import type { Doing } from './start.ts';

/** Cancels what runs of a template that is deleted; refused unless that is wanted. */
export async function cancelAll(
  { tx, parts, ctx }: Doing,
  { name }: Pick<TemplateRow, 'name'>,
  running: readonly string[],
  isWanted: boolean,
): Promise<number> {
  if (running.length > 0 && !isWanted)
    throw new AppError('FLOW_TEMPLATE_RUNNING', { name, count: running.length });
  for (const id of running) {
    const row = await lockInstance(tx, id);
    // Cancelling one may have ended those beside it, which one parent waits for.
    if (!isOpen(row.status)) continue;
    const run = await FlowRun.of(tx, parts, row);
    const consequences = new Consequences();
    await consequences.carryOut(
      run,
      { kind: 'cancel', by: { user: ctx.userId, isManager: true }, now: run.now.getTime() },
      { op: 'cancel', actor: ctx.userId, opinion: '流程模板已删除', ip: ctx.ip },
    );
    await consequences.finish();
  }
  return running.length;
}
