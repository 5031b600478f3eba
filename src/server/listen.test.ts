import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { ConfigError } from './kernel/index.ts';
import { requirePort } from './listen.ts';

it('a port that another program has is said in a sentence', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve);
  });
  const { port } = other.address() as AddressInfo;
  const failure = await requirePort({ host: '127.0.0.1', port }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ConfigError);
  expect((failure as Error).message).toBe(
    `端口 ${port} 已被占用，请停止占用它的程序，或用 PORT 指定另一个端口`,
  );
  await new Promise((resolve) => {
    other.close(resolve);
  });
  await requirePort({ host: '127.0.0.1', port });
});

it.each([
  ['192.0.2.1', /没有这个地址/],
  ['no-such-host.invalid', /主机名/],
])(
  'the address %s, which this machine cannot have, is said in a sentence',
  async (host, sentence) => {
    const failure = await requirePort({ host, port: 0 }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConfigError);
    expect((failure as Error).message).toMatch(sentence);
  },
);
