import { isAuthorized, type Access } from '../../../contract/index.ts';
import type { Session } from '../../kernel/index.ts';

/**
 * Why a person may not view the company as another, in words; empty when they may. Administrators
 * are viewed as by no one, and no one sees more than they may themselves.
 */
export function whyNotViewed(
  own: Pick<Session, 'userId' | 'isSuper' | 'functions'>,
  viewed: Pick<Session, 'userId' | 'isSuper' | 'functions'>,
): string {
  if (own.userId === viewed.userId) return '这是你自己';
  if (!isAuthorized('can:user.viewAs', own)) return '你没有“以成员身份查看”的权限';
  if (viewed.isSuper) return '对方是管理员';
  return viewed.functions.every((code) => isAuthorized(`can:${code}` as Access, own))
    ? ''
    : '对方有你没有的功能权限';
}
