import type { Kernel } from '../../kernel/index.ts';
import { codesFor, listRules, previewRule, removeRule, ruleChoices, submitRule } from './rules.ts';

export function serveCodeRules({ db, routes }: Kernel): void {
  routes.readRoute('system.coderule.codes', (input, ctx) => listRules(db, ctx, input));
  routes.readRoute('system.coderule.choices', (_input, ctx) => ruleChoices(db, ctx));
  routes.route('system.coderule.code', (input, ctx) => codesFor(db, ctx, input));
  routes.route('system.coderule.preview', (input) => previewRule(input));
  routes.route('system.coderule.submit', (input, ctx) => submitRule(db, ctx, input));
  routes.route('system.coderule.remove', (input, ctx) => removeRule(db, ctx, input));
}
