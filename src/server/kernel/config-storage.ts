import { ConfigError } from './config-error.ts';

/** What uploaded files may take, in bytes. */
export interface StorageQuota {
  /** Files of a company that has no limit of its own. */
  readonly company: number;
  /** What one person may upload within a day. */
  readonly personDay: number;
}

const GB = 1024 ** 3;
/**
 * A company of 200 people that keeps a scan of 1 MB for twenty contracts a day fills this in four
 * years.
 */
const COMPANY_GB = 20;
/** Forty of the largest files; a year's photographs of a branch in one go. */
const PERSON_DAY_GB = 2;
const MAX_GB = 1_000_000;

export const DEFAULT_STORAGE: StorageQuota = {
  company: COMPANY_GB * GB,
  personDay: PERSON_DAY_GB * GB,
};

function bytesOf(name: string, given: string | undefined, preset: number): number {
  if (!given) return preset;
  const size = Number(given);
  if (/^\d+(\.\d+)?$/.test(given) && size > 0 && size <= MAX_GB) return Math.floor(size * GB);
  throw new ConfigError(
    `环境变量 ${name}=${JSON.stringify(given)} 无效：应为大于 0 的数，单位 GB (${name} must be a number of gigabytes above 0)`,
  );
}

/**
 * Reads STORAGE_QUOTA_GB and STORAGE_PERSON_DAY_GB; throws ConfigError for a value that cannot be
 * used.
 */
export const readStorageConfig = (env: NodeJS.ProcessEnv): StorageQuota => ({
  company: bytesOf('STORAGE_QUOTA_GB', env['STORAGE_QUOTA_GB'], DEFAULT_STORAGE.company),
  personDay: bytesOf(
    'STORAGE_PERSON_DAY_GB',
    env['STORAGE_PERSON_DAY_GB'],
    DEFAULT_STORAGE.personDay,
  ),
});
