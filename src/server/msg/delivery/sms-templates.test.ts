import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { systemTemplates, templatesWithoutId } from './sms-templates.ts';
import { testServer } from '../../testing.ts';
import { holds, lastSent } from '../../upm/identity/sign-in.testing.ts';

/** No one answers there: text messages wait. */
const SMS = {
  provider: 'aliyun',
  endpoint: 'http://127.0.0.1:9',
  accessKeyId: 'id',
  accessKeySecret: 'secret',
  signName: '活字',
  templates: { register: 'SMS_1', login: 'SMS_2' },
} as const;

it('the manual of operations names every template to be registered with the provider', () => {
  const text = readFileSync('docs/operations.md', 'utf8');
  for (const { code, params } of systemTemplates)
    expect(text, code).toMatch(
      new RegExp(`\\| \`${code}\` .*${params.map((each) => `\`${each}\``).join('、')}`),
    );
});

it('those without an id are known at the start', () => {
  expect(templatesWithoutId(undefined)).toEqual([]);
  expect(templatesWithoutId(SMS)).toContain('resetLink');
  expect(templatesWithoutId(SMS)).not.toContain('login');
});

it('a link that no text message can carry goes by mail, or is refused', async () => {
  const server = await testServer({ sms: SMS });
  try {
    const { auth } = await server.newTenant('without-texts');
    const { data } = await server.call(
      'upm.userOrg.createUser',
      { realName: '陆远', account: 'lu.yuan', password: 'Huozi@2026' },
      auth,
    );
    const reset = () => server.call('upm.userOrg.resetPassword', { userId: data.id }, auth);
    const offered = await server.call(
      'upm.userOrg.updateContact',
      { userId: data.id, mobile: '13800000301' },
      auth,
    );
    expect(offered.error.reason).toBe('SMS_UNSENDABLE');
    await holds(server, data.id, { mobile: '13800000302' });
    expect((await reset()).error.reason).toBe('SMS_UNSENDABLE');
    await holds(server, data.id, { mobile: '13800000302', email: 'lu@huozi.example' });
    expect((await reset()).data).toMatchObject({ way: 'link', to: 'lu***@huozi.example' });
    expect(await lastSent(server, 'lu@huozi.example')).toContain('http');
  } finally {
    await server.close();
  }
});
