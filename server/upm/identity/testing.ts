import type { TestServer } from '../../testing.ts';

/** Asks for a question and answers it, as a person would. */
export async function captchaAnswer(server: TestServer): Promise<{ id: string; answer: string }> {
  const { data } = await server.call('upm.anno.captcha', {});
  const [row] = await server.db.atGate<{ answer: string }>('select answer from kernel.captcha where id = $1', [data.id]);
  return { id: data.id, answer: row!.answer };
}

interface Posted { topic: string; payload: { to?: string; mobile?: string; code?: string; params?: Record<string, string> } }

/** What was sent to an address or number last: its code, or its link; undefined when nothing was. */
export async function lastSent(server: TestServer, to: string): Promise<string | undefined> {
  const [row] = await server.db.atGate<Posted>(`select topic, payload from kernel.outbox where payload->>'to' = $1 or payload->>'mobile' = $1 order by id desc limit 1`, [to]);
  return row && (row.payload.code ?? row.payload.params?.['code'] ?? row.payload.params?.['link']);
}

/** The secret in a link's address, whatever its name. */
export const secretIn = (link: string | undefined): string => [...new URLSearchParams((link ?? '').split('?')[1]).values()][0] ?? '';

export interface LoginRow { kind: string; ok: boolean; reason: string; tenant_id: string | null }
/** A person's lines of the login log, the oldest first. */
export const logins = (server: TestServer, userId: string): Promise<LoginRow[]> => server.db.atGate<LoginRow>('select kind, ok, reason, tenant_id from log.login where user_id = $1 order by id', [userId]);
