import { kernelMigrations, type Service, type ServiceMigrations } from './kernel/index.ts';

/** Every service, from left to right: migrations, seeds and starts run in this order, stops in the other. */
export const services: readonly Service[] = [];

export const allMigrations = (): ServiceMigrations[] => [kernelMigrations, ...services.map(({ migrations }) => migrations)];
