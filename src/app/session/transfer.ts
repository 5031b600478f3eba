import { storedOf, type StoredSession } from '../../../machines/index.ts';
import type { Api } from '../api/index.ts';
import { originOf } from './origins.ts';
import type { SessionEnvironment } from './services.ts';
import { readSession, wipeStorage, writeSessionTransfer } from './storage.ts';

/**
 * Exchanges a transfer code for a session. Any host below the root host can write the cookie, so a
 * user who is not signed in as this person already is asked; otherwise a forged cookie could sign a
 * visitor in as another user. Null when no session results.
 */
export async function redeemTransfer(
  api: Api,
  environment: Pick<SessionEnvironment, 'confirm'>,
  code: string,
  remember: boolean,
): Promise<StoredSession | null> {
  const data = await api.call('upm.public.getToken', { code }).catch(() => null);
  if (!data?.token) return null;
  const isSame = readSession()?.userid === data.userid;
  return isSame ||
    (await environment.confirm(
      `进入“${data.org.name}”`,
      `将以“${data.user.realName}”的身份登录。如果不是你本人的操作，请取消。`,
    ))
    ? storedOf(data, remember)
    : null;
}

/** Hands the session over to the host it belongs to, and goes to `path` there. */
export async function transferSession(
  api: Api,
  stored: StoredSession,
  path: string,
): Promise<void> {
  const { token: _token, ...rest } = stored;
  const { token: code, rootHost } = await api.call('upm.region.getActiveUserToken', {
    code: stored.region,
    tenantId: stored.tenant,
    move: true,
  });
  writeSessionTransfer({ ...rest, code }, rootHost);
  wipeStorage();
  location.replace(
    originOf({ domain: stored.domain, status: Number(stored.status), rootHost }) + path,
  );
}
