import { createHash, createHmac, randomUUID } from 'node:crypto';
import { TIME_ZONE } from '../../../contract/index.ts';
import type { SmsConfig } from '../../kernel/index.ts';
import { PermanentDeliveryError } from './permanent-error.ts';
import { carrierErrorText } from './carrier-errors.ts';
import type { Receipt, SmsProvider } from './sms-provider.ts';

/**
 * API of 阿里云短信服务 (Dysmsapi 2017-05-25), signed the V3 way: ACS3-HMAC-SHA256 over the
 * canonical request.
 */
const VERSION = '2017-05-25';
const ALGORITHM = 'ACS3-HMAC-SHA256';
const TIMEOUT_MS = 15_000;
/**
 * Answers after which the same message may well be taken later: flow control, and faults of theirs.
 */
const PASSING = new Set([
  'isv.BUSINESS_LIMIT_CONTROL',
  'isp.SYSTEM_ERROR',
  'isp.RAM_PERMISSION_DENY',
  'isv.AMOUNT_NOT_ENOUGH',
  'isv.OUT_OF_SERVICE',
  'Throttling',
  'Throttling.User',
  'ServiceUnavailable',
]);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** RFC 3986: what encodeURIComponent leaves and the signature does not. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

interface Signing {
  action: string;
  accessKeyId: string;
  accessKeySecret: string;
  host: string;
  path: string;
  query: Readonly<Record<string, string>>;
  body: string;
  nonce: string;
  /** 2026-11-21T08:00:00Z */
  date: string;
}

/**
 * The headers of a signed POST, authorization included. Pure: the same request at the same time is
 * signed the same.
 */
function signedHeaders({
  action,
  accessKeyId,
  accessKeySecret,
  host,
  path,
  query,
  body,
  nonce,
  date,
}: Signing): Record<string, string> {
  const headers: Record<string, string> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': sha256(body),
    'x-acs-date': date,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': VERSION,
  };
  const names = Object.keys(headers).sort();
  const asked = Object.keys(query)
    .sort()
    .map((name) => `${encoded(name)}=${encoded(query[name]!)}`)
    .join('&');
  const canonical = [
    'POST',
    path,
    asked,
    ...names.map((name) => `${name}:${headers[name]!.trim()}`),
    '',
    names.join(';'),
    headers['x-acs-content-sha256'],
  ].join('\n');
  const signature = createHmac('sha256', accessKeySecret)
    .update(`${ALGORITHM}\n${sha256(canonical)}`)
    .digest('hex');
  return {
    ...headers,
    authorization: `${ALGORITHM} Credential=${accessKeyId},SignedHeaders=${names.join(';')},Signature=${signature}`,
  };
}

/** ISO 8601 without milliseconds, as the signature wants it. */
const stamp = (): string => new Date().toISOString().replace(/\.\d{3}Z$/, 'Z');

interface Answer {
  Code?: string;
  Message?: string;
  BizId?: string;
}

/** The provider's own words for why, without what was asked: that may hold a code. */
function failureOf(status: number, { Code, Message }: Answer): Error {
  const text = `${Code ?? `HTTP ${status}`} ${Message ?? ''}`.trim();
  return status >= 500 || Code === undefined || PASSING.has(Code)
    ? new Error(text)
    : new PermanentDeliveryError(text);
}

type Query = Readonly<Record<string, string>>;

function urlOf(base: URL, query: Query): URL {
  const url = new URL('/', base);
  url.search = Object.entries(query)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');
  return url;
}

/** One signed request; throws a refusal, as permanent or temporary. */
async function ask<T extends Answer>(
  { endpoint, accessKeyId, accessKeySecret }: SmsConfig,
  action: string,
  query: Query,
): Promise<T> {
  const base = new URL(endpoint);
  const { host: _host, ...headers } = signedHeaders({
    action,
    accessKeyId,
    accessKeySecret,
    host: base.host,
    path: '/',
    query,
    body: '',
    nonce: randomUUID(),
    date: stamp(),
  });
  const response = await fetch(urlOf(base, query), {
    method: 'POST',
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answer = (await response.json().catch(() => ({}))) as T;
  if (!response.ok || answer.Code !== 'OK') throw failureOf(response.status, answer);
  return answer;
}

interface Detail {
  SendStatus?: number;
  ErrCode?: string;
  ReceiveDate?: string;
  PhoneNum?: string;
}
interface Details extends Answer {
  SmsSendDetailDTOs?: { SmsSendDetailDTO?: Detail[] };
}
/** SendStatus of a detail: 1 is no receipt yet. */
const [REFUSED, RECEIVED] = [2, 3];
const days = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short' });

/** 2026-11-21 08:00:00 of China; null for what is no time. */
function timeOf(text: string | undefined): Date | null {
  const at = new Date(`${(text ?? '').replace(' ', 'T')}+08:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}

function receiptOf({ SmsSendDetailDTOs }: Details): Receipt | null {
  const detail = SmsSendDetailDTOs?.SmsSendDetailDTO?.[0];
  if (detail?.SendStatus !== REFUSED && detail?.SendStatus !== RECEIVED) return null;
  const received = detail.SendStatus === RECEIVED;
  return {
    received,
    at: timeOf(detail.ReceiveDate),
    why: received ? '' : carrierErrorText(detail.ErrCode ?? ''),
  };
}

export function aliyunSms(config: SmsConfig): SmsProvider {
  return {
    name: 'aliyun',
    keeps: false,
    async send({ mobile, templateId, params, outId }) {
      if (!templateId) throw new PermanentDeliveryError('没有配置这个模板在服务商处的编号');
      const { BizId } = await ask(config, 'SendSms', {
        PhoneNumbers: mobile,
        SignName: config.signName,
        TemplateCode: templateId,
        TemplateParam: JSON.stringify(params),
        OutId: outId,
      });
      return BizId ?? '';
    },
    receipt: async ({ mobile, serial, sent }) =>
      receiptOf(
        await ask<Details>(config, 'QuerySendDetails', {
          PhoneNumber: mobile,
          BizId: serial,
          SendDate: days.format(sent).replaceAll('-', ''),
          PageSize: '1',
          CurrentPage: '1',
        }),
      ),
  };
}
