export { allState, allWords } from './selection.ts';
export { provideMemberPicker } from './machine.ts';
export type {
  Member,
  MemberLimit,
  MemberPickerContext,
  MemberPickerEvent,
  MemberPickerServices,
  PeoplePage as Page,
  PeopleRequest as PeopleAsk,
  PickerSettings,
  PickerTreeNode as TreeLine,
} from './types.ts';
