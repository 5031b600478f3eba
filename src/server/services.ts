import { backup } from './backup/index.ts';
import { bizmeta } from './bizmeta/index.ts';
import { bpm } from './bpm/index.ts';
import { kernelMigrations, type Service, type ServiceMigrations } from './kernel/index.ts';
import { log } from './log/index.ts';
import { msg } from './msg/index.ts';
import { storage } from './storage/index.ts';
import { system } from './system/index.ts';
import { upm } from './upm/index.ts';

/**
 * Every service, from left to right: migrations, seeds and starts run in this order, stops in the
 * other.
 */
export const services: readonly Service[] = [log, system, upm, storage, msg, bizmeta, bpm, backup];

export const allMigrations = (): ServiceMigrations[] => [
  kernelMigrations,
  ...services.map(({ migrations }) => migrations),
];
