import { isIP } from 'node:net';
import { ConfigError } from './config-error.ts';

/** Where requests that companies set up may go beside public addresses. */
export interface OutboundConfig {
  /** Addresses and networks of one's own that they may reach, also without TLS. */
  readonly outboundNetworks?: readonly string[];
}

const PREFIX = /\/\d{1,3}$/;

/** Reads OUTBOUND_NETWORKS; throws ConfigError for what is no address or network. */
export function readOutboundConfig(env: NodeJS.ProcessEnv): OutboundConfig {
  const given = (env['OUTBOUND_NETWORKS'] ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  if (given.length === 0) return {};
  if (!given.every((each) => isIP(each.replace(PREFIX, '')) !== 0))
    throw new ConfigError(
      '环境变量 OUTBOUND_NETWORKS 无效：应为流程可以请求的内网地址或网段，以逗号分隔，例如 10.2.0.0/16 (OUTBOUND_NETWORKS must be addresses or networks)',
    );
  return { outboundNetworks: given };
}
