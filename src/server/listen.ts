import { createServer } from 'node:net';
import { ConfigError, type Config } from './kernel/index.ts';

type Address = Pick<Config, 'host' | 'port'>;

const REASONS: Readonly<Record<string, string>> = {
  EACCES: '当前用户不能使用这个端口，请用 PORT 指定 1024 以上的端口',
  EPERM: '当前用户不能使用这个端口，请用 PORT 指定 1024 以上的端口',
  EADDRNOTAVAIL: '这台机器没有这个地址，请检查 HOST',
  EAFNOSUPPORT: '这台机器没有启用这种地址，请检查 HOST',
  EINVAL: '这不是可以监听的地址，请检查 HOST',
  ENOTFOUND: '找不到这个主机名，请检查 HOST',
  EAI_AGAIN: '暂时无法解析这个主机名，请检查 HOST 与 DNS',
};

/** A failure to listen as a sentence for the operator; what has none is answered as it is. */
export function listenFault(error: unknown, { host, port }: Address): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new ConfigError(`端口 ${port} 已被占用，请停止占用它的程序，或用 PORT 指定另一个端口`);
  }
  const reason = REASONS[code];
  return reason ? new ConfigError(`无法监听 ${host}:${port}：${reason}（${code}）`) : error;
}

/**
 * Tries the address before anything slow is done for it. Port 0 is any free one. Throws
 * ConfigError.
 */
export function requirePort(address: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', (error) => reject(listenFault(error, address)));
    probe.listen(address.port, address.host, () => probe.close(() => resolve()));
  });
}
