import {
  RecordWork,
  ChangeSources,
  FlowTitles,
  FormFlows,
  ObjectApprovals,
  ObjectFollowers,
  RecordGuests,
  RunningFlows,
  type ChangeSource,
} from '../bizmeta/index.ts';
import { migrationsOf, OutboxDrainer, type Service, type TenantTx } from '../kernel/index.ts';
import { Wordings } from '../log/index.ts';
import { FileReaders } from '../storage/index.ts';
import { CodeRuleUses } from '../system/index.ts';
import { addAssets } from './assets.ts';
import { fillApprovals } from './demo/fill.ts';
import { deliverRequests } from './exchange/deliver.ts';
import { Outside } from './outside/outside.ts';
import type { Parts } from './parts.ts';
import { bpmnRoutes } from './routes/bpmn.ts';
import { instanceRoutes } from './routes/instances.ts';
import { outsideRoutes } from './routes/outside.ts';
import { templateRoutes } from './routes/templates.ts';
import { timeRoutes } from './routes/time.ts';
import { workRoutes } from './routes/work.ts';
import { Models, nodeName } from './prepared.ts';
import { templatesByRule } from './templates/code-rules.ts';
import { followInTemplates, templatesNaming } from './templates/follow.ts';
import { OPEN_STATES, preparedOf } from './templates/rows.ts';
import { addTemplateUses } from './templates/uses.ts';
import { readsOpinionFile } from './instances/file-access.ts';
import { formFlowFault, standingOf, startByForm } from './instances/form-start.ts';
import { guestOf } from './instances/guests.ts';
import { approvalsOfObjects, leaveHistory } from './instances/past.ts';
import { TIMER_JOB } from './instances/timer-job.ts';
import { TimerJob } from './time/timers.ts';
import { bpmWordings } from './wordings.ts';

/** What bizmeta asks about approvals: how those are called that lock or have changed a record. */
function answerRecords(parts: Parts): void {
  const { db, models } = parts;
  db.state.of(FlowTitles).findBy(async (tx, id) => {
    const [row] = await tx.query<{ title: string }>(
      'select title from bpm.flow_instance where tenant_id = $1 and id = $2',
      [tx.tenant.id, id],
    );
    return row?.title ?? '审批';
  });
  db.state.of(RunningFlows).findBy(async (tx, objectIds) => {
    const rows = await tx.query<{ title: string }>(
      `select title from bpm.flow_instance where tenant_id = $1 and object_id = any($2::uuid[])
        and status in ${OPEN_STATES} order by created_at desc, id`,
      [tx.tenant.id, objectIds],
    );
    return rows.map(({ title }) => title);
  });
  db.state.of(ObjectFollowers).add({ follow: followInTemplates, uses: templatesNaming });
  db.state.of(RecordGuests).findBy(guestOf);
  db.state.of(ObjectApprovals).doneBy({
    count: approvalsOfObjects,
    leave: (tx, objectIds) => leaveHistory(parts.records, tx, objectIds),
  });
  db.state.of(FormFlows).doneBy({
    fault: (tx, ask) => formFlowFault(parts, tx, ask),
    start: (tx, start) => startByForm(parts, tx, start),
    standing: standingOf,
  });
  db.state.of(ChangeSources).findBy((tx, recordId) => changeSources(tx, models, recordId));
}

interface ChangeRow {
  id: string;
  title: string;
  template_id: string;
  version_no: number;
  node_id: string | null;
  record_version: number;
}

/** The approvals that changed a record, by the version of the record they made. */
async function changeSources(
  tx: TenantTx,
  models: Models,
  recordId: string,
): Promise<Map<number, ChangeSource>> {
  const rows = await tx.query<ChangeRow>(
    `select i.id, i.title, i.template_id, i.version_no, e.node_id, e.record_version from bpm.flow_instance i
      join bpm.flow_event e on e.tenant_id = i.tenant_id and e.instance_id = i.id
        and e.record_version is not null
      where i.tenant_id = $1 and i.record_id = $2::uuid`,
    [tx.tenant.id, recordId],
  );
  const sources = new Map<number, ChangeSource>();
  for (const row of rows) {
    const prepared = await preparedOf({ models }, tx, row.template_id, row.version_no, 'whichever');
    sources.set(row.record_version, {
      instanceId: row.id,
      title: row.title,
      nodeName: row.node_id === null ? '' : nodeName(prepared, row.node_id),
    });
  }
  return sources;
}

/** Makes the requests of triggers that are due. */
function requestDrainer(parts: Parts, onError: (error: unknown) => void): OutboxDrainer {
  const behind = { ...parts, db: parts.db.background };
  return new OutboxDrainer(parts.db, { request: () => deliverRequests(behind, onError) }, onError);
}

/** Approvals: templates, instances and what people have to do in them. */
export const bpm: Service = {
  name: 'bpm',
  migrations: migrationsOf('bpm', import.meta.url),

  start({ db, routes, jobs, log, config }) {
    const parts: Parts = {
      db,
      records: db.state.of(RecordWork),
      models: new Models(),
      outside: new Outside(db, config),
    };
    db.state.of(Wordings).add(bpmWordings);
    answerRecords(parts);
    db.state
      .of(FileReaders)
      .decideBy('approval', (asker, _fileId, uses) => readsOpinionFile(parts, asker, uses));
    addAssets(parts);
    addTemplateUses(db);
    db.state.of(CodeRuleUses).add(templatesByRule);
    templateRoutes(routes, parts);
    workRoutes(routes, parts);
    instanceRoutes(routes, parts);
    timeRoutes(routes, parts);
    bpmnRoutes(routes, parts);
    outsideRoutes(routes, parts);
    jobs.define(
      TIMER_JOB,
      new TimerJob(parts, (error) => log.warn({ err: error }, 'a timer of an approval failed')),
    );
    const requests = requestDrainer(parts, (error) =>
      log.warn({ err: error }, 'a request of an approval failed'),
    );
    if (!config.quiet) requests.start();
    return { stop: () => requests.stop() };
  },

  demo: { bpm: fillApprovals },
};
