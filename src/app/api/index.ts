export { createApi, type Api, type ApiOptions, type CallOptions } from './client.ts';
export {
  prefetch as askEarly,
  takePrefetched as takeEarly,
  type PrefetchCall as EarlyCall,
} from './prefetch.ts';
export { ApiFailure, DEFAULT_MESSAGE, isSessionLost } from './failure.ts';
export { identityHeaders, type Identity } from './request.ts';
export { loadValidator } from './validator.ts';
export {
  showFailure,
  presentationOf as showingOf,
  type FailureScreen,
  type Presentation as Showing,
} from './show-failure.ts';
export type { Queued } from './admission.ts';
