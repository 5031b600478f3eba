// @vitest-environment jsdom
import { webcrypto } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createMachine } from 'xstate';
import {
  failedCall,
  fakePorts,
  testPage,
  type Answers,
  type TestPage,
} from '../../src/view/testing/index.ts';
import { preloadInputs } from '../../src/ui/inputs/index.ts';
import { flatten, type NestedDocument, type PageDocument } from '../../src/page/index.ts';
import { widgets } from '../../renderers/index.ts';
import code from '../../schemas/pages/block/passport/code.json' with { type: 'json' };
import verify from '../../schemas/pages/passport/verify.json' with { type: 'json' };
import organization from '../../schemas/pages/system/organization.json' with { type: 'json' };
import operationLog from '../../schemas/pages/system/operationLog.json' with { type: 'json' };
import { signedChallenge } from '../fixtures/captcha.ts';

/** Pages of the system say nothing that is not so at the moment it is read. */
const pageFrom = (document: unknown): PageDocument => flatten(document as NestedDocument);
const BLOCKS = 'schemas/pages/block';
const pages = Object.fromEntries(
  readdirSync(BLOCKS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => pageFrom(JSON.parse(readFileSync(`${BLOCKS}/${name}`, 'utf8'))))
    .map((block) => [block.key, block]),
);
beforeAll(async () => {
  // jsdom brings no crypto.subtle; the one of Node is the same as a browser's.
  vi.stubGlobal('crypto', webcrypto);
  await Promise.all([preloadInputs(['text']), ...widgets.map(({ view }) => view())]);
});
afterAll(() => {
  vi.unstubAllGlobals();
});

function open(
  document: unknown,
  answers: Answers,
  params: Record<string, unknown> = {},
): Promise<TestPage> {
  const ports = fakePorts({ answers, machines: { session: createMachine({}) } });
  return testPage(pageFrom(document), { widgets, pages, ports, params });
}
async function proves(page: TestPage): Promise<void> {
  await page.type('手机号或邮箱', 'a@b.cn');
  await page.type('验证码', '123456');
  await page.click('下一步');
}
const reads = (text: string | RegExp) => waitFor(() => expect(screen.getByText(text)).toBeTruthy());

test('that no one is invited is shown once the address is verified, and not any more when another one is tried', async () => {
  const page = await open(verify, {
    'upm.public.checkByMail': { ticket: 't', registered: false },
    'upm.public.listInvitations': [],
  });
  expect(screen.queryByText('没有等待接受的邀请')).toBeNull();
  await proves(page);
  await reads('没有等待接受的邀请');
  await page.click('换一个手机号或邮箱');
  await waitFor(() => expect(screen.queryByText('没有等待接受的邀请')).toBeNull());
  expect(page.field('手机号或邮箱')).toBeTruthy();
});

test('that a check is asked for is not said any more once the browser has done it', async () => {
  const { parameters } = await signedChallenge(600);
  const page = await open(
    code,
    {
      'upm.public.emailCode': () => {
        throw failedCall('CAPTCHA_REQUIRED', '请先完成安全验证');
      },
      'upm.anno.captcha': { id: 'c1', level: 0, parameters },
    },
    { purpose: 'register' },
  );
  await page.type('手机号或邮箱', 'a@b.cn');
  await page.click('获取验证码');
  await reads('安全验证已通过，请继续');
  await waitFor(() => expect(screen.queryByText('请先完成安全验证')).toBeNull());
  expect(page.ports.calls('upm.public.emailCode')).toHaveLength(1);
});

const EMPTY = { records: [], next: null, previous: null };
test.each([
  { lines: 0, says: '还没有可以校验的记录', not: '操作日志完整' },
  { lines: 3, says: '操作日志完整', not: '还没有可以校验的记录' },
])('a log of $lines lines says "$says" when it is verified', async ({ lines, says, not }) => {
  const page = await open(operationLog, {
    'log.operationLog.search': EMPTY,
    'log.operationLog.verify': {
      complete: true,
      lines,
      from: 1,
      to: lines,
      hash: 'ab',
      problem: '',
    },
  });
  await page.click('校验');
  await reads(says);
  expect(screen.queryByText(not)).toBeNull();
});

const detail = (id: string, title: string) => ({
  id,
  title,
  parentId: '-1',
  pathText: title,
  owners: [],
  ownerIds: [],
  count: 0,
  total: 0,
  children: 0,
  version: 1,
});
const NOBODY = { records: [], total: 0, current: 1, size: 20 };
test('what is done to a department waits until the one that was chosen is shown', async () => {
  let arrive = (): void => undefined;
  const late = new Promise<void>((done) => {
    arrive = done;
  });
  const page = await open(organization, {
    'upm.org.tree': [],
    'upm.org.detailOrgGroup': async ({ id }: { id: string }) => {
      if (id === 'd2') await late;
      return id === 'd1' ? detail('d1', '华东部') : detail('d2', '华南部');
    },
    'upm.userOrg.pageUserOrgByCnd': NOBODY,
  });
  const choose = (id: string) =>
    act(async () => {
      page.scope.cells.get('dept')!.set(id);
    });
  const more = () => screen.getByRole<HTMLButtonElement>('button', { name: '部门的更多操作' });
  await choose('d1');
  await waitFor(() => expect(more().disabled).toBe(false));
  await choose('d2');
  expect(screen.getByRole('heading', { name: '华东部' })).toBeTruthy();
  expect(more().disabled).toBe(true);
  await act(async () => {
    arrive();
  });
  await waitFor(() => expect(screen.getByRole('heading', { name: '华南部' })).toBeTruthy());
  expect(more().disabled).toBe(false);
});
