export { areaList } from './area-list.ts';
export { ClockStore } from './clock-store.ts';
export { DescribeStore } from './describe-store.ts';
export { LabelStore } from './label-store.ts';
export { PageStore } from './page-store.ts';
export { PlaceStore } from './place-store.ts';
export { RememberStore } from './remember-store.ts';
export { SessionStore } from './session-store.ts';
