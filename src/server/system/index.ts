import { migrationsOf, type Service } from '../kernel/index.ts';
import { Wordings } from '../log/index.ts';
import { serveCodeRules } from './codes/routes.ts';
import { serveDicts } from './dict/routes.ts';
import { listParams, removeParam, submitParam } from './params/params.ts';
import { purgeExpiredSystem } from './sweep.ts';
import { systemWordings } from './wordings.ts';

export { serveAddresses } from './addresses.ts';
export { carryCounter, ownRule, raiseCounter, type Numbering } from './codes/counters.ts';
export { findRule, ruleOf, takeCodes } from './codes/take.ts';
export { codePattern, missingValues, ruleProblems, type Values } from './codes/text.ts';
export { CodeRuleUses, type CodeRuleUse } from './codes/uses.ts';
export { optionsOfDict } from './dict/read.ts';
export { DictUses } from './dict/uses.ts';
export { paramAsAnonymous, paramOf } from './params/values.ts';

const HOUR_MS = 3_600_000;

/** Dictionaries, code rules and parameters of a company. */
export const system: Service = {
  name: 'system',
  migrations: migrationsOf('system', import.meta.url),

  start(kernel) {
    const { db, log, routes } = kernel;
    db.state.of(Wordings).add(systemWordings);
    for (const serve of [serveDicts, serveCodeRules]) serve(kernel);
    routes.readRoute('system.param.list', (input, ctx) => listParams(db, ctx, input));
    routes.route('system.param.submit', (input, ctx) => submitParam(db, ctx, input));
    routes.route('system.param.remove', (input, ctx) => removeParam(db, ctx, input));
    const sweeping = setInterval(() => {
      purgeExpiredSystem({ db: db.background, log }).catch((error: unknown) =>
        log.warn({ err: error }, 'sweep'),
      );
    }, HOUR_MS).unref();
    return { stop: async () => clearInterval(sweeping) };
  },
};
