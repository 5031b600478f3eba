import { migrationsOf, type Service } from '../kernel/index.ts';
import { Catalog } from './meta/catalog.ts';
import { neighbours } from './neighbours.ts';
import { appRoutes, describeRoutes, recordRoutes, type Parts } from './routes.ts';

/** Objects, records, apps and pages: what builders define and what is kept by it. */
export const bizmeta: Service = {
  name: 'bizmeta',
  migrations: migrationsOf('bizmeta', import.meta.url),

  async start({ db, routes }) {
    const parts: Parts = { db, catalog: new Catalog(db), neighbours };
    describeRoutes(routes, parts);
    recordRoutes(routes, parts);
    appRoutes(routes, parts);
  },
};
