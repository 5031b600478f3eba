import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('the environment', () => {
  it('has a default for everything', () => {
    const { dataDir, ...rest } = readConfig({});
    expect(rest).toEqual({ port: 7300, host: '127.0.0.1', databaseUrl: undefined, mode: 'demo' });
    expect(dataDir.endsWith('data')).toBe(true);
  });
  it.each([['PORT', '70000'], ['PORT', '12.5'], ['PORT', 'http'], ['HOST', 'a b'], ['DATABASE_URL', 'mysql://x'], ['DATABASE_URL', 'x'], ['HUOZI_MODE', 'prod'], ['ROOT_HOST', 'https://a.example'], ['ROOT_HOST', 'a.example:80'], ['ROOT_HOST', 'localhost']])('%s=%s is refused by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`环境变量 ${name}=`));
  });
  it('never repeats a database password', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://a:hunter2@b/c' })).toThrow(/^(?!.*hunter2)/);
  });
});
