/** Data that a page declares: one loader for call and describe sources. */
export type { RequestLogEntry } from './request-client.ts';
