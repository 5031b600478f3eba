export { createApi, preloadCalls, type Api } from './client.ts';
export { takePrefetched as takeEarly } from './prefetch.ts';
export { type Identity } from './request.ts';
export { showFailure } from './show-failure.ts';
export type { Queued } from './admission.ts';
