export { areaList } from './area-list.ts';
export { ClockStore } from './clock-store.ts';
export { DescribeStore } from './describe-store.ts';
export { LabelStore } from './label-store.ts';
export { PageStore } from './page-store.ts';
export { NavigationStore as PlaceStore } from './navigation-store.ts';
export { RegionStore } from './region-store.ts';
export { PreferenceStore as RememberStore } from './preference-store.ts';
export { SessionStore } from './session-store.ts';
