import { statfs } from 'node:fs/promises';
import { AppError } from './errors.ts';

const GB = 1024 ** 3;
const MB = 1024 ** 2;

/**
 * ok; low: an operator has to do something soon; full: files are refused, what is left is the
 * database's.
 */
export type DiskSpaceState = 'ok' | 'low' | 'full';
/**
 * A disk's size and what is free of it, in bytes; below `low` and `reserve` its state is low and
 * full.
 */
export interface DiskSpace {
  readonly total: number;
  readonly free: number;
  readonly low: number;
  readonly reserve: number;
  readonly state: DiskSpaceState;
}

/** Below this much the operator is warned: a tenth of the disk, of large ones 10 GB. */
const lowMarkOf = (total: number): number => Math.min(total / 10, 10 * GB);
/**
 * So much is left to the database, which ends for all companies when it cannot write: a twentieth,
 * at most 512 MB.
 */
const reserveOf = (total: number): number => Math.min(total / 20, 512 * MB);

/** The room on the disk that a folder lies on. */
export async function diskSpaceOf(path: string): Promise<DiskSpace> {
  const { bsize, blocks, bavail } = await statfs(path);
  const total = bsize * blocks;
  const free = bsize * bavail;
  const low = lowMarkOf(total);
  const reserve = reserveOf(total);
  return { total, free, low, reserve, state: free < reserve ? 'full' : free < low ? 'low' : 'ok' };
}

/** Refuses `bytes` more with STORAGE_FULL when the database's reserve would be touched. */
export async function requireDiskSpace(path: string, bytes: number): Promise<void> {
  const { free, reserve } = await diskSpaceOf(path);
  if (free - bytes < reserve) throw new AppError('STORAGE_FULL');
}

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** A write failed because the disk, or what its user may have of it, is full. */
export const isDiskFull = (error: unknown): boolean =>
  FULL.has(String((error as { code?: unknown } | null)?.code));
