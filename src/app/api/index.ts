export { createApi, type Api, type ApiOptions, type CallOptions } from './client.ts';
export { askEarly, takeEarly, type EarlyCall } from './early.ts';
export { ApiFailure, DEFAULT_MESSAGE, isSessionLost } from './failure.ts';
export { identityHeaders, type Identity } from './request.ts';
export { loadValidator } from './validator.ts';
export { showFailure, showingOf, type FailureScreen, type Showing } from './show-failure.ts';
export type { Queued } from './turn.ts';
