import type { Tx } from '../../kernel/index.ts';
import { MADE_UP_ACCOUNT } from '../names.ts';
import { masked } from './contacts.ts';

const MADE_UP = new RegExp(MADE_UP_ACCOUNT);

/**
 * What a person is known by in a log, under the anonymous role: the account name, or, where no one
 * chose it, the masked number or address they sign in with.
 */
export async function knownAs(tx: Tx, userId: string): Promise<string> {
  const [person] = await tx.query<{
    account: string;
    mobile: string | null;
    email: string | null;
  }>('select account, mobile, email from upm.app_user where id = $1', [userId]);
  if (!person) return '';
  const contact = person.mobile ?? person.email;
  return MADE_UP.test(person.account) && contact !== null ? masked(contact) : person.account;
}
