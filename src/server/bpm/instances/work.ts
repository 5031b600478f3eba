import type { RecordValues } from '../../../contract/index.ts';
import { askOutside } from '../outside/requests.ts';
import { requestSettings } from '../outside/settings.ts';
import { findPeople, type Asking } from '../people/candidates.ts';
import { evaluate, fieldsIn, fillTemplate, type Facts } from '../people/expressions.ts';
import { nodeName, nodeSettings } from '../prepared.ts';
import { labelsOf } from './facts.ts';
import type { FlowRun } from './flow-run.ts';
import { tellTriggered } from './messages.ts';
import { writeRecord } from './write.ts';

/** For people who are not asked to approve: no one chooses them, and no one comes before them. */
export const askingFor = (run: FlowRun): Asking => ({
  tx: run.tx,
  parts: run.parts,
  facts: () => run.facts(),
  starterId: run.row.starter_id,
  starterDept: run.row.starter_dept,
  picked: [],
  previous: [],
});

export const valuesOf = (
  expressions: Readonly<Record<string, string>>,
  facts: Facts,
): RecordValues =>
  Object.fromEntries(
    Object.entries(expressions).map(([name, text]) => [name, evaluate(text, facts)]),
  );

interface TriggerSettings {
  do?: {
    action: 'update' | 'create' | 'message';
    values?: Record<string, string>;
    objectApiName?: string;
    to?: never[];
    title?: string;
    content?: string;
  };
}

/** Does the work of a trigger; false when it is done later, by the outbox. */
export async function perform(run: FlowRun, visit: number, node: string): Promise<boolean> {
  const request = requestSettings(run.prepared, node);
  if (request) return askOutside(run, visit, node, request);
  await performHere(run, node);
  return true;
}

async function performHere(run: FlowRun, node: string): Promise<void> {
  const { tx, parts, row, prepared } = run;
  const { do: work } = nodeSettings(prepared, node) as TriggerSettings;
  if (!work) return;
  const facts = await run.facts();
  const writer = { userId: row.starter_id, flow: row.id };
  switch (work.action) {
    case 'update':
      await writeRecord(run, { userId: row.starter_id }, valuesOf(work.values ?? {}, facts));
      return;
    case 'create':
      await parts.records.create(
        tx,
        work.objectApiName ?? '',
        valuesOf(work.values ?? {}, facts),
        writer,
      );
      return;
    case 'message': {
      const people = await findPeople(askingFor(run), work.to ?? []);
      const texts = [work.title ?? nodeName(prepared, node), work.content ?? ''];
      const named = texts.flatMap((text) => fieldsIn(text, facts));
      const labels = await labelsOf(tx, parts, facts, named);
      await tellTriggered(
        run,
        people.map(({ userId }) => userId),
        texts
          .map((text) => fillTemplate(text, facts, labels))
          .filter((text) => text !== '')
          .join('：'),
      );
    }
  }
}
