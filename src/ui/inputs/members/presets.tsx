import { MAX_REFS, MEMBER_TABS } from '../../../contract/index.ts';
import type { InputProps } from '../../fields/input-props.ts';
import { MemberInput } from './MemberField.tsx';
import type { MemberOptions, RealKind } from './options.ts';

const RANGE = [MEMBER_TABS.orgs, MEMBER_TABS.current, MEMBER_TABS.users];
/** A field of records holds so many ids at most. */
const preset = (kind: RealKind, props: InputProps, several = false): InputProps => {
  const members: MemberOptions = {
    kinds: [kind],
    range: RANGE,
    max: MAX_REFS,
    compact: props.hideLabel === true,
    ...(props.options['members'] as MemberOptions | undefined),
  };
  return { ...props, options: { ...props.options, members, ...(several && { multiple: true }) } };
};
export const UserInput = (props: InputProps) => <MemberInput {...preset('user', props)} />;
export const DeptInput = (props: InputProps) => <MemberInput {...preset('dept', props)} />;
export const RoleInput = (props: InputProps) => <MemberInput {...preset('role', props)} />;
/** Value: ids of people, in the order they were chosen. */
export const UsersInput = (props: InputProps) => <MemberInput {...preset('user', props, true)} />;
/** Value: ids of departments. */
export const DeptsInput = (props: InputProps) => <MemberInput {...preset('dept', props, true)} />;
