import { AppError, type Database, type Tx } from '../../kernel/index.ts';
import { consumeCode, targetOf, type CodePurpose } from './codes.ts';
import type { Contact } from './invitations.ts';
import { issueToken, peekToken, consumeToken, type OneTimeToken } from './one-time-tokens.ts';

/** What a right code is exchanged for, and what may be done with it afterwards. */
export interface ContactVerification {
  ticket: string;
  registered: boolean;
}
interface ProofData {
  purpose: string;
}

/**
 * Exchanges a right code for a one-time token, so that the form filled in afterwards may be
 * corrected. The holder of the code holds the contact, and only they learn whether it has an
 * account. Throws CODE_WRONG.
 */
export async function verifyContact(
  db: Database,
  purpose: CodePurpose,
  to: Contact,
  code: string,
  userId?: string,
): Promise<ContactVerification> {
  const target = targetOf(to);
  if (!(await consumeCode(db, purpose, target, code))) throw new AppError('CODE_WRONG');
  return db.withAnonymousTx(async (tx) => {
    const [person] = await tx.query<{ id: string }>(
      `select id from upm.app_user where (mobile = $1 or lower(email) = $1) and state <> 'invited'`,
      [target],
    );
    if (purpose === 'reset') {
      if (!person) throw new AppError('CODE_WRONG');
      return { ticket: await issueToken(tx, 'reset', { userId: person.id }), registered: true };
    }
    return {
      ticket: await issueToken(tx, 'proof', {
        userId,
        target,
        data: { purpose } satisfies ProofData,
      }),
      registered: person !== undefined,
    };
  });
}

const contactIn = (target: string): Contact =>
  target.includes('@') ? { email: target } : { mobile: target };

function contactOf(ticket: OneTimeToken<ProofData> | undefined, purpose: CodePurpose): Contact {
  if (!ticket?.target || ticket.data.purpose !== purpose) throw new AppError('LINK_INVALID');
  return contactIn(ticket.target);
}

/**
 * The contact a token proves, without consuming it; throws LINK_INVALID. For checks before costly
 * work.
 */
export async function peekContactProof(
  db: Database,
  purpose: CodePurpose,
  secret: string,
): Promise<Contact> {
  return db.withAnonymousTx(async (tx) =>
    contactOf(await peekToken<ProofData>(tx, 'proof', secret), purpose),
  );
}

/** Consumes a token in the transaction it was issued for; throws LINK_INVALID. */
export async function consumeContactProof(
  tx: Tx,
  purpose: CodePurpose,
  secret: string,
): Promise<Contact> {
  return contactOf(await consumeToken<ProofData>(tx, 'proof', secret), purpose);
}
