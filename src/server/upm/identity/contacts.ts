import { problem } from '../../../contract/index.ts';
import { problemsError } from '../../kernel/index.ts';

/**
 * Numbers of the mainland, as people write them: with or without the country, spaces or hyphens.
 */
const MOBILE = /^1[3-9]\d{9}$/;
/** One @, a dot behind it, nothing a header or a list could be made of. */
const EMAIL = /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+\.[^\s@<>(),;:"\\[\].]+$/u;
const MAX_EMAIL = 100;
/** Never a mobile number nor an e-mail address, so that one name cannot be taken for another. */
const ACCOUNT = /^[A-Za-z][A-Za-z0-9_.-]{1,49}$/;
const TENANT_CODE = /^[a-z][a-z0-9-]{1,28}[a-z0-9]$/;

/**
 * What was typed without what only looks different: full-width letters, capitals, spaces around it.
 */
const plain = (given: string): string => given.normalize('NFKC').trim().toLowerCase();

/** The number as it is stored; throws VALUE_FORMAT at `path`. */
export function mobileOf(given: string, path = '/mobile'): string {
  const mobile = plain(given)
    .replace(/[\s-]/g, '')
    .replace(/^(\+|00)86/, '');
  if (!MOBILE.test(mobile))
    throw problemsError([
      problem(path, 'VALUE_FORMAT', { label: '手机号', expected: '11 位手机号' }),
    ]);
  return mobile;
}

/** The address as it is stored; throws VALUE_FORMAT at `path`. */
export function emailOf(given: string, path = '/email'): string {
  const email = plain(given);
  if (email.length > MAX_EMAIL || !EMAIL.test(email))
    throw problemsError([problem(path, 'VALUE_FORMAT', { label: '邮箱', expected: '邮箱地址' })]);
  return email;
}

/** An account name a person chose; throws VALUE_FORMAT at `path`. */
export function accountOf(given: string, path = '/account'): string {
  const account = given.trim();
  if (!ACCOUNT.test(account))
    throw problemsError([
      problem(path, 'VALUE_FORMAT', {
        label: '账号',
        expected: '2 至 50 位字母、数字、点、下划线或连字符，以字母开头',
      }),
    ]);
  return account;
}

/** Why a company's short name cannot be used, or nothing. */
export const whyNotCode = (code: string): string =>
  TENANT_CODE.test(code) ? '' : '企业代号须为 3 至 30 位小写字母、数字或连字符，以字母开头';

/** A mobile number or an e-mail address, by what it looks like; undefined for an account name. */
export function contactOf(given: string): { mobile: string } | { email: string } | undefined {
  const text = plain(given);
  if (text.includes('@')) return EMAIL.test(text) ? { email: text } : undefined;
  const digits = text.replace(/[\s-]/g, '').replace(/^(\+|00)86/, '');
  return MOBILE.test(digits) ? { mobile: digits } : undefined;
}

/**
 * A typed sign-in name in one spelling: the text that is looked up is the text that is counted, so
 * that another spelling of a name is no extra attempt.
 */
export function nameOf(given: string): string {
  const contact = contactOf(given);
  return contact ? (Object.values(contact)[0] as string) : plain(given);
}

/** 138****5678, li***@example.com: enough for its owner to know it by. */
export function masked(contact: string): string {
  const at = contact.indexOf('@');
  if (at < 0) return `${contact.slice(0, 3)}****${contact.slice(-4)}`;
  return `${contact.slice(0, Math.min(2, at))}***${contact.slice(at)}`;
}
