import { createHmac } from 'node:crypto';
import type { ObjectDescribe } from '../../../contract/index.ts';

/** Name of the module that checks a record of this describe. */
export function validatorName(describe: ObjectDescribe, secret: string): string {
  return `${createHmac('sha256', secret).update(JSON.stringify(describe.fields)).digest('hex').slice(0, 40)}.js`;
}
