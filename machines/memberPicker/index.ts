export { allState, allWords, has, PEOPLE_PAGE, type AllState } from './choose.ts';
export { memberPickerMachine, provideMemberPicker, type MemberPickerMachine } from './machine.ts';
export type {
  Member,
  MemberKind,
  MemberLimit,
  MemberPickerContext,
  MemberPickerEvent,
  MemberPickerInput,
  MemberPickerServices,
  Page,
  PeopleAsk,
  PickerSettings,
  TreeLine,
  Trees,
} from './types.ts';
