import { describe, expect, it } from 'vitest';
import { aboutOf } from './about.ts';
import { detailOf } from './unsecret.ts';

describe('what an operation was about', () => {
  it.each([
    ['a department by its name', { title: '华东销售部', parentId: '7' }, '华东销售部'],
    ['a parameter by its name, else by its key', { key: 'invite.validDays', value: 3 }, 'invite.validDays'],
    ['one of several people, and how many', { people: [{ realName: '白露' }, { realName: '郁离' }] }, '白露 等 2 项'],
    ['one person alone', { people: [{ realName: '白露' }] }, '白露'],
    ['nothing where only ids were given', { userIds: ['1', '2'], active: false }, ''],
    ['nothing of what is none', null, ''],
  ])('is told of %s', (_, detail, said) => expect(aboutOf(detail)).toBe(said));
  it('counts those that were too many to keep, and is no secret', () => {
    expect(aboutOf(detailOf('upm.userOrg.inviteuser', { people: Array.from({ length: 50 }, (_, n) => ({ realName: `人${n}` })) }))).toBe('人0 等 50 项');
    expect(aboutOf(detailOf('upm.person.bind', { code: '123456' }))).toBe('');
  });
});
