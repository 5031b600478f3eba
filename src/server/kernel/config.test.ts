import { describe, expect, it } from 'vitest';
import { DEFAULT_STORAGE } from './config-storage.ts';
import { ConfigError, readConfig } from './config.ts';

describe('the environment', () => {
  it('has a default for everything', () => {
    const { dataDir, closedDataDir: _, ...rest } = readConfig({});
    expect(rest).toEqual({
      port: 7300,
      host: '127.0.0.1',
      databaseUrl: undefined,
      storageQuota: DEFAULT_STORAGE,
      poolSize: 10,
      mode: 'demo',
      publicUrl: 'http://localhost:7300',
      trustedProxies: [],
    });
    expect(dataDir.endsWith('data')).toBe(true);
  });
  it.each([
    ['PORT', '70000'],
    ['PORT', '12.5'],
    ['PORT', 'http'],
    ['HOST', 'a b'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'x'],
    ['HUOZI_MODE', 'prod'],
    ['POOL_SIZE', '3'],
    ['POOL_SIZE', '501'],
    ['POOL_SIZE', '10.5'],
    ['POOL_SIZE', '1e2'],
    ['ROOT_HOST', 'https://a.example'],
    ['ROOT_HOST', 'a.example:80'],
    ['ROOT_HOST', 'localhost'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`环境变量 ${name}=`));
  });
  it.each([
    [{ HUOZI_MODE: 'production' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'huozi.example' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://huozi.example/app' }, 'PUBLIC_URL'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY'],
    [{ WECHAT_APP_ID: 'wx1' }, 'WECHAT_SECRET'],
    [{ WECHAT_SECRET: 'hunter2' }, 'WECHAT_APP_ID'],
    [{ WECHAT_APP_ID: 'wx1', WECHAT_SECRET: 'hunter2', WECHAT_BASE_URL: 'x' }, 'WECHAT_BASE_URL'],
  ])('%j is refused for %s, whose value is not repeated', (env, name) => {
    expect(() => readConfig(env)).toThrow(new RegExp(`^环境变量 ${name} (?!.*hunter2)`));
  });
  it('knows WeChat and the public address when they are given', () => {
    const { publicUrl, wechat } = readConfig({
      HUOZI_MODE: 'production',
      PUBLIC_URL: 'https://huozi.example/',
      WECHAT_APP_ID: 'wx1',
      WECHAT_SECRET: 's',
    });
    expect([publicUrl, wechat?.authorizeUrl, wechat?.apiUrl]).toEqual([
      'https://huozi.example',
      'https://open.weixin.qq.com',
      'https://api.weixin.qq.com',
    ]);
  });
  it('never repeats a database password', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://a:hunter2@b/c' })).toThrow(/^(?!.*hunter2)/);
  });
  it('lets a demo listen on this machine only, unless configured otherwise', () => {
    for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'demo.example.com']) {
      expect(() => readConfig({ HOST })).toThrow(/HUOZI_MODE=production/);
      expect(readConfig({ HOST, DEMO_OPEN: 'yes' }).host).toBe(HOST);
      expect(
        readConfig({ HOST, HUOZI_MODE: 'production', PUBLIC_URL: 'https://a.example' }).host,
      ).toBe(HOST);
    }
    for (const HOST of ['127.0.0.1', '127.1.2.3', '::1', 'localhost'])
      expect(readConfig({ HOST }).host).toBe(HOST);
  });
  it.each([
    ['STORAGE_QUOTA_GB', '0'],
    ['STORAGE_QUOTA_GB', 'many'],
    ['STORAGE_PERSON_DAY_GB', '-1'],
  ])('refuses %s=%s', (name, value) => expect(() => readConfig({ [name]: value })).toThrow(name));
});
