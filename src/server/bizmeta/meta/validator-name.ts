import { createHmac } from 'node:crypto';
import type { ObjectDescribe } from '../../../contract/index.ts';
import { recordSchema } from '../../../page/index.ts';

/** Changes when the modules made of one schema change. */
const GENERATOR = 1;

/**
 * Name of the module that checks a record of this describe: a keyed hash of the record's schema. A
 * script is fetched without a session, so only the tenant's members know the name.
 */
export function validatorName(describe: ObjectDescribe, secret: string): string {
  return `${createHmac('sha256', secret)
    .update(JSON.stringify([GENERATOR, recordSchema(describe)]))
    .digest('hex')
    .slice(0, 40)}.js`;
}
