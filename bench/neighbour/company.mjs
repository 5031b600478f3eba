// The neighbour: a company registered through the public sign-up, with one object of a few hundred
// records.
import { call } from '../lib/server.mjs';

const ACCOUNT = 'linju.admin';
const PASSWORD = 'Linju@2026';
const MOBILE = '13900007788';
const RECORDS = 300;

async function tries(url, path, body) {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** The text message that was sent last to a number, delivered or still waiting. */
const LAST_CODE = `select text from (
    select id, payload->'params'->>'code' as text, payload->>'mobile' as mobile from kernel.outbox
      where topic = 'sms'
    union all select outbox_id, content, mobile from msg.sms_log) sent
  where mobile = $1 and text is not null order by id desc limit 1`;

async function register(url, client) {
  await call(url, {}, '/upm/public/sendSMS', { mobile: MOBILE, purpose: 'register' });
  const code = /\d{6}/.exec((await client.query(LAST_CODE, [MOBILE])).rows[0].text)[0];
  const { ticket } = await call(url, {}, '/upm/public/sms/code', {
    mobile: MOBILE,
    purpose: 'register',
    code,
  });
  return (
    await call(url, {}, '/upm/public/register', {
      company: '邻居测试公司',
      realName: '邻居',
      account: ACCOUNT,
      ticket,
      password: PASSWORD,
    })
  ).signIn;
}

const headersOf = ({ token, userid, tenant, regionId }) => ({
  token,
  userid,
  tenant,
  regionid: regionId,
});

async function fill(url, auth) {
  const objects = await call(url, auth, '/bizmeta/v1/object/describe/service/findDescribeList', {});
  if (objects.some(({ apiName }) => apiName === 'thing')) return;
  const fields = [
    { apiName: 'name', label: '名称', type: 'text' },
    { apiName: 'amount', label: '金额', type: 'integer' },
  ];
  await call(url, auth, '/bizmeta/v1/object/describe/service/createDescribe', {
    describe: { apiName: 'thing', label: '东西', fields },
  });
  await call(url, auth, '/bizmeta/v1/object/thing/action/BulkCreate', {
    records: Array.from({ length: RECORDS }, (_, n) => ({ name: `东西 ${n}`, amount: n })),
  });
}

/**
 * The neighbour's session; the company is made when it is not there. `client` reads the code that
 * proves the number.
 */
export async function neighbour(url, client) {
  const known = await tries(url, '/upm/anno/signIn', { account: ACCOUNT, password: PASSWORD });
  const auth = headersOf(known.code === 200 ? known.data : await register(url, client));
  await fill(url, auth);
  return auth;
}

/**
 * What people of the company do, and what an orchestrator asks: each answers whether it was served.
 */
export const doings = (url, auth) => ({
  list: async () =>
    (
      await fetch(`${url}/bizmeta/v1/object/thing/controller/List`, {
        method: 'POST',
        headers: { ...auth, 'content-type': 'application/json' },
        body: '{"size":20}',
        signal: AbortSignal.timeout(30_000),
      })
    ).status === 200,
  signIn: async () =>
    (await tries(url, '/upm/anno/signIn', { account: ACCOUNT, password: PASSWORD })).code === 200,
  readyz: async () =>
    (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(30_000) })).status === 200,
  healthz: async () =>
    (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(30_000) })).status === 200,
});
