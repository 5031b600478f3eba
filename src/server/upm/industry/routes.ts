import type { Kernel } from '../../kernel/index.ts';
import { DictUses } from '../../system/index.ts';
import {
  createResource,
  detailResource,
  pageResources,
  providerOf,
  removeResource,
  updateResource,
  usedCategories,
} from './resources.ts';

/** What a company offers to others of its industry. */
export function serveIndustry({ db, routes }: Kernel): void {
  db.state.of(DictUses).add(usedCategories);
  routes.route('upm.industryResource.create', (input, ctx) => createResource(db, ctx, input));
  routes.route('upm.industryResource.update', (input, ctx) => updateResource(db, ctx, input));
  routes.route('upm.industryResource.remove', ({ id }, ctx) => removeResource(db, ctx, id));
  routes.readRoute('upm.industryResource.pages', (input, ctx) => pageResources(db, ctx, input));
  routes.readRoute('upm.industryResource.detail', ({ id }, ctx) => detailResource(db, ctx, id));
  routes.readRoute('upm.industryResource.detailProvider', ({ id }, ctx) => providerOf(db, ctx, id));
}
