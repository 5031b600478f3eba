import { expect, it } from 'vitest';
import { addressKinds } from './networks.ts';
import { Outbound } from './send.ts';

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.100.100.200',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'fe80::1%eth0',
  'fd00::1',
  'ff02::1',
  '2001:db8::1',
])('%s is no place of the internet', (address) => {
  expect(addressKinds([])(address)).toBe('closed');
});

it.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '172.32.0.1'])('%s is', (address) => {
  expect(addressKinds([])(address)).toBe('public');
});

it("the operator's own networks are open, in each way of writing them", () => {
  const kindOf = addressKinds(['10.2.0.0/16', 'fd00::/8']);
  expect(['10.2.9.9', '::ffff:10.2.9.9', 'fd00::1', '10.3.0.1'].map(kindOf)).toEqual([
    'own',
    'own',
    'own',
    'closed',
  ]);
});

it.each([
  'https://127.1/',
  'https://0x7f.1/',
  'https://017700000001/',
  'https://2130706433/',
  'https://[::ffff:127.0.0.1]/',
  'https://localhost./',
  'https://a.localhost/',
  'http://8.8.8.8/',
  'file:///etc/passwd',
  'nonsense',
])('%s is refused as it is written', (url) => {
  expect(new Outbound().fault(url)).toBeDefined();
});

const sent = (outbound: Outbound, url: string) =>
  outbound.send({ url, headers: {}, body: '{}', signal: AbortSignal.timeout(5_000) });

const resolved = new Outbound([], (name, _options, done) => {
  const found = name === 'both.example' ? ['8.8.8.8', '127.0.0.1'] : ['127.0.0.1'];
  done(
    null,
    found.map((address) => ({ address, family: 4 })),
  );
});

it.each(['https://inside.example/', 'https://both.example/', 'https://10.0.0.1/'])(
  '%s leads to a closed address, and is not asked',
  async (url) => {
    await expect(sent(resolved, url)).rejects.toThrow('不能请求内网或本机的地址');
  },
);
