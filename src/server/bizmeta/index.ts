import { migrationsOf, type Database, type Logger, type Service } from '../kernel/index.ts';
import { CodeRuleUses } from '../system/index.ts';
import { countRows, AssetKinds, ModelFinder, UsageLines } from '../upm/index.ts';
import { People } from './access/people.ts';
import { activityRoutes } from './activity/routes.ts';
import { explainRoutes } from './explain/routes.ts';
import { Wordings } from '../log/index.ts';
import { FileReaders } from '../storage/index.ts';
import { findModels } from './apps/models.ts';
import { builderWordings } from './apps/wordings.ts';
import { authorityRoutes } from './authority/routes.ts';
import { addAuthorityUses } from './authority/uses.ts';
import { authorityWordings } from './authority/wordings.ts';
import { sweepBin } from './bin/sweep.ts';
import { EXPORT_JOB, Exporter, exportRoutes, sweepExports } from './exports/index.ts';
import { exchangeWordings } from './exports/wordings.ts';
import { IMPORT_JOB, Importer, importRoutes, sweepImports } from './imports/index.ts';
import { seedAuthority } from './demo/authority.ts';
import { seedCrm } from './demo/seed.ts';
import { seedProjects } from './demo/projects.ts';
import { seedTalk } from './demo/talk.ts';
import { seedStores } from './demo/stores.ts';
import { calculateRoutes } from './calculate/routes.ts';
import { BULK_UNDO_JOB, BulkUndoer } from './records/bulk-undo.ts';
import { IndexBuilder, IndexMaintainer, INDEX_JOB, performanceRoutes } from './indexes/index.ts';
import { Catalog } from './meta/catalog.ts';
import { TYPE_CHANGE_JOB } from './meta/type-changes.ts';
import { rewritePercents } from './meta/percent-ratios.ts';
import { Cursors } from './query/cursor.ts';
import { RecordWork } from './ports/record-work.ts';
import { fieldsByRule } from './meta/number-rules.ts';
import { Statistics } from './meta/statistics.ts';
import { services } from './service-ports.ts';
import { sharingRoutes } from './sharing/routes.ts';
import { sweepShares } from './sharing/sweep.ts';
import { addShareUses } from './sharing/uses.ts';
import { sharingWordings } from './sharing/wordings.ts';
import { loadLibrary, type Library } from './library/library.ts';
import { pageRoutes } from './pages/routes.ts';
import { storeSystemPages, upgradeOverlays } from './pages/upgrade.ts';
import { BinEmptier, EMPTY_JOB } from './record-bin/empty.ts';
import { recordBinRoutes } from './record-bin/routes.ts';
import { sweepRecords } from './record-bin/sweep.ts';
import { readsFile } from './records/file-access.ts';
import { addRecordUses, recordReassignment } from './records/reassignment.ts';
import { addSettingUses, settingReassignment } from './references/reassignment.ts';
import type { Parts } from './parts.ts';
import { appRoutes } from './app-routes.ts';
import { describeRoutes, recordRoutes } from './routes.ts';
import { smartformRoutes } from './smartforms/routes.ts';
import { sweepFormFiles } from './smartforms/sweep.ts';
import {
  sweepTypeChanges,
  TypeChanger,
  typeChangeRoutes,
  typeChangeWordings,
} from './type-changes/index.ts';
import { Validators } from './validators/serve.ts';
import { viewRoutes } from './views/routes.ts';

export { fillOrders } from './demo/fill.ts';
export { RecordWork, recordWorkOf } from './ports/record-work.ts';
export { seedApp, type DemoObject } from './demo/seed-app.ts';
export { type DemoWorld, type GeneratedRecord } from './demo/records.ts';
export { Random } from './demo/random.ts';
export { ObjectFollowers, type ObjectNames } from './meta/object-followers.ts';
export { ObjectApprovals } from './meta/object-approvals.ts';
export { RunningFlows } from './meta/running-flows.ts';
export { FlowTitles } from './records/locks.ts';
export { formsStarting, tellFormsStarting } from './smartforms/flow.ts';
export { FormFlows, type FlowAsk, type FlowStart } from './smartforms/form-flows.ts';
export { RecordGuests, type GuestAsk, type RecordGuest } from './access/record-guests.ts';
export { ChangeSources, type ChangeSource } from './activity/sources.ts';

const HOUR_MS = 3_600_000;

/**
 * Merges the pages of this program into companies' own versions of system pages, in the background:
 * until then each is served unchanged.
 */
function upgradeInBackground(
  db: Database,
  library: Library,
  log: Logger,
): { done: Promise<void>; stop: AbortController } {
  const stop = new AbortController();
  const failed = (err: unknown, key?: string): void =>
    log.error(
      { err, key },
      'an own version of a system page could not be brought up to this program',
    );
  const done = upgradeOverlays(db, { library, services }, failed, stop.signal).then(
    ({ merged, waiting }) => {
      if (merged + waiting > 0)
        log.info({ merged, waiting }, 'own versions of system pages brought up to this program');
    },
    failed,
  );
  return { done, stop };
}

/** Adds what this service has to what system and upm ask about. */
function takePart(parts: Parts): void {
  const { state } = parts.db;
  const usage = state.of(UsageLines);
  usage.add(countRows('apps', '应用', '个', 'bizmeta.app', 'deleted_at is null'));
  usage.add(countRows('objects', '对象', '个', 'bizmeta.object', 'deleted_at is null'));
  state.of(Wordings).add(builderWordings);
  state.of(Wordings).add(authorityWordings);
  state.of(Wordings).add(typeChangeWordings);
  state.of(Wordings).add(exchangeWordings);
  state.of(Wordings).add(sharingWordings);
  state.of(ModelFinder).findBy(findModels);
  state
    .of(FileReaders)
    .decideBy('record', (asker, fileId, uses) => readsFile(parts, asker, fileId, uses));
  const assets = state.of(AssetKinds);
  assets.add(settingReassignment(parts));
  assets.add(recordReassignment(parts.catalog, services));
  state.of(CodeRuleUses).add(fieldsByRule);
  addRecordUses(parts.db, parts.catalog);
  addSettingUses(parts.db);
  addAuthorityUses(parts.db);
  addShareUses(parts.db);
}

/** One sweep that fails keeps none of the others from their work. */
function sweep({
  db,
  dataDir,
  catalog,
  log,
}: {
  db: Database;
  dataDir: string;
  catalog: Catalog;
  log: Logger;
}): void {
  const warns = (what: string) => (error: unknown) => log.warn({ err: error }, what);
  sweepFormFiles({ db, dataDir, log }).catch(warns('sweep'));
  sweepBin({ db, log }).catch(warns('the bin could not be swept'));
  sweepRecords({ db, catalog, log }).catch(warns('the bins of records could not be swept'));
  sweepTypeChanges({ db, log }).catch(warns('former values of fields could not be swept'));
  sweepExports({ db, log }).catch(warns('exports could not be swept'));
  sweepImports({ db, log }).catch(warns('imports could not be swept'));
  sweepShares({ db, log }).catch(warns('shares that have ended could not be swept'));
}

/** Objects, records, apps and pages: the definitions of builders and the data stored by them. */
export const bizmeta: Service = {
  name: 'bizmeta',
  migrations: migrationsOf('bizmeta', import.meta.url, {
    '0140_percent-ratios': rewritePercents,
  }),

  async start({ db, routes, log, config, jobs }) {
    const library = loadLibrary();
    for (const { file, problems } of library.faults)
      log.error({ file, problems: problems.slice(0, 5) }, 'a page of the system is not sound');
    await storeSystemPages(db, library);
    const upgrading = upgradeInBackground(db.background, library, log);
    const people = new People();
    const catalog = new Catalog(db, people);
    const maintainer = new IndexMaintainer(db.background, catalog, log);
    const builder = new IndexBuilder(db.background);
    jobs.define(INDEX_JOB, builder);
    jobs.define(EMPTY_JOB, new BinEmptier(catalog));
    jobs.define(BULK_UNDO_JOB, new BulkUndoer({ catalog, people, services }));
    const filesHome = config.filesDir ?? config.dataDir;
    const store = { dataDir: filesHome, quota: config.storageQuota };
    jobs.define(EXPORT_JOB, new Exporter({ db, catalog, people, services, store }));
    jobs.define(IMPORT_JOB, new Importer({ catalog, people, services }));
    const changed: IndexMaintainer['changed'] = (scope) => maintainer.changed(scope);
    const changing = { catalog, services, library, changed };
    jobs.define(TYPE_CHANGE_JOB, new TypeChanger(db.background, changing));
    maintainer.start();
    const parts: Parts = {
      db,
      catalog,
      people,
      services,
      library,
      validators: new Validators(db),
      lists: maintainer,
      cursors: await Cursors.open(db),
      statistics: new Statistics(db, log),
    };
    db.state.of(RecordWork).use(parts);
    describeRoutes(routes, parts);
    recordRoutes(routes, parts);
    recordBinRoutes(routes, parts);
    appRoutes(routes, parts);
    takePart(parts);
    pageRoutes(routes, parts);
    viewRoutes(routes, parts);
    authorityRoutes(routes, parts);
    sharingRoutes(routes, parts);
    activityRoutes(routes, parts);
    explainRoutes(routes, parts);
    performanceRoutes(routes, parts);
    typeChangeRoutes(routes, parts);
    exportRoutes(routes, parts);
    importRoutes(routes, parts);
    calculateRoutes(routes, parts);
    smartformRoutes(routes, parts, { db, ...store });
    const swept = { db: db.background, dataDir: filesHome, catalog, log };
    const sweeping = setInterval(() => sweep(swept), HOUR_MS).unref();
    return {
      quit: () => void builder.stop(),
      async stop() {
        clearInterval(sweeping);
        await maintainer.stop();
        upgrading.stop.abort();
        await upgrading.done;
        await parts.statistics.whenIdle();
      },
    };
  },

  demo: {
    bizmeta: seedCrm,
    'bizmeta.stores': seedStores,
    'bizmeta.projects': seedProjects,
    'bizmeta.talk': seedTalk,
    'bizmeta.authority': seedAuthority,
  },
};
