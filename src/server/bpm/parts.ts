import type { RecordWork } from '../bizmeta/index.ts';
import type { Database } from '../kernel/index.ts';
import type { Outside } from './outside/outside.ts';
import type { Models } from './prepared.ts';

/** Dependencies of this service's handlers. */
export interface Parts {
  readonly db: Database;
  readonly records: RecordWork;
  readonly models: Models;
  readonly outside: Outside;
}
