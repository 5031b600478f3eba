export { allState, allWords, has, PEOPLE_PAGE, type AllState } from './selection.ts';
export { memberPickerMachine, provideMemberPicker, type MemberPickerMachine } from './machine.ts';
export type {
  Member,
  MemberKind,
  MemberLimit,
  MemberPickerContext,
  MemberPickerEvent,
  MemberPickerInput,
  MemberPickerServices,
  PeoplePage as Page,
  PeopleRequest as PeopleAsk,
  PickerSettings,
  PickerTreeNode as TreeLine,
  Trees,
} from './types.ts';
