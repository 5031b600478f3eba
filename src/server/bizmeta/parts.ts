import type { Database } from '../kernel/index.ts';
import type { People } from './access/people.ts';
import type { Catalog } from './meta/catalog.ts';
import type { Statistics } from './meta/statistics.ts';
import type { Cursors } from './query/cursor.ts';
import type { IndexMaintainer } from './indexes/index.ts';
import type { ServicePorts } from './records/service-ports.ts';
import type { Library } from './library/library.ts';
import type { Validators } from './validators/serve.ts';

/** Dependencies of this service's handlers. */
export interface Parts {
  readonly db: Database;
  readonly catalog: Catalog;
  readonly people: People;
  readonly services: ServicePorts;
  readonly library: Library;
  readonly validators: Validators;
  readonly cursors: Cursors;
  /** Maintains the indexes that lists need. */
  readonly lists: IndexMaintainer;
  readonly statistics: Statistics;
}
