import type { InputOf } from '../../../contract/index.ts';
import { hashToken, type Database, type Tx } from '../../kernel/index.ts';
import { peekToken, type OneTimeTokenKind } from './one-time-tokens.ts';
import { throttle } from './throttle.ts';

type Purpose = InputOf<'upm.public.linkState'>['purpose'];

/** Kinds of tokens behind the links of mails. */
const TOKENS: Readonly<Record<Exclude<Purpose, 'setup'>, OneTimeTokenKind>> = {
  activate: 'registration',
  password: 'reset',
  email: 'email',
};

/** The link that makes the first administrator. */
async function isSetupOpen(tx: Tx, link: string): Promise<boolean> {
  const found = await tx.query(
    'select 1 from upm.setup_link where link_hash = $1 and used_at is null and expires_at > now()',
    [hashToken(link)],
  );
  return found.length > 0;
}

/**
 * Whether the page of a one-time link has anything to offer, without consuming it: asked before a
 * person fills in a form that would be refused.
 */
export async function linkState(
  db: Database,
  { purpose, link }: InputOf<'upm.public.linkState'>,
  ip: string,
): Promise<{ valid: boolean }> {
  if (!link) return { valid: false };
  await throttle(db, 'invite', ip);
  return db.withAnonymousTx(async (tx) => ({
    valid:
      purpose === 'setup'
        ? await isSetupOpen(tx, link)
        : (await peekToken(tx, TOKENS[purpose], link)) !== undefined,
  }));
}
