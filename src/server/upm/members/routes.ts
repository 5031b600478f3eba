import type { Context, Database, Kernel } from '../../kernel/index.ts';
import { waitingRequests } from '../identity/join-requests.ts';
import { throttle, unthrottle } from '../identity/throttle.ts';
import { activate, changeOwners, moveMembers, updateMember } from './changes.ts';
import { exportMembers } from './export.ts';
import { serveImport } from './import/routes.ts';
import {
  createCompanyAccount,
  decideApplications,
  hashFirstPassword,
  invitePeople,
  remindInvited,
} from './invite.ts';
import { defineReassignment, assetsOf, isReassignmentDone, removeMember } from './offboarding.ts';
import { restoreMember } from './restore.ts';
import { withdrawInvitations } from './withdraw.ts';
import { offerContact, resetMemberPassword } from './password-reset.ts';
import {
  colleaguePage,
  colleaguesOf,
  invitedMembers,
  memberPage,
  regionMembers,
  userPage,
} from './list.ts';
import { deptsOfMember, memberDetail } from '../directory/member.ts';

/** Members: lists, invitations, import, leaving. */
export function servePeople(kernel: Kernel): void {
  serveLists(kernel);
  serveJoining(kernel);
  serveChanges(kernel);
  serveLeaving(kernel);
  serveImport(kernel);
}

function serveLists({ db, routes }: Kernel): void {
  routes.route('upm.userOrg.orgUserPageList', (input, ctx) => memberPage(db, ctx, input));
  routes.route('upm.userOrg.exportUser', (input, ctx) => exportMembers(db, ctx, input));
  routes.route('upm.sysUser.userPageList', (input, ctx) => userPage(db, ctx, input));
  routes.route('upm.userOrg.pageUserOrgByCnd', (input, ctx) => colleaguePage(db, ctx, input));
  routes.route('upm.userOrg.getUserByOrgIds', ({ orgIds }, ctx) => colleaguesOf(db, ctx, orgIds));
  routes.route('upm.userOrg.detailUserInfo', ({ userId }, ctx) => memberDetail(db, ctx, userId));
  routes.route('upm.userOrg.listOrgByUserId', ({ userId }, ctx) => deptsOfMember(db, ctx, userId));
  routes.route('upm.region.getInactivatedUser', (_input, ctx) => invitedMembers(db, ctx));
  routes.route('upm.region.getUserByRegionCode', ({ code }, ctx) => regionMembers(db, ctx, code));
}

/** An answer waits so long for what goes on behind it: most of it is over by then. */
const PATIENCE_MS = 2_000;

function serveLeaving({ db, routes, jobs, config }: Kernel): void {
  defineReassignment({ db, jobs });
  routes.route('upm.userOrg.handover', ({ userId }, ctx) =>
    db.withTenant(ctx, (tx) => assetsOf(tx, ctx, userId)),
  );
  routes.route('upm.userOrg.restoreUser', (input, ctx) =>
    db.withTenant(ctx, (tx) => restoreMember(tx, config.publicUrl, ctx, input)),
  );
  routes.route('upm.userOrg.removeByUserId', async (input, ctx) => {
    const left = await db.withTenant(ctx, (tx) => removeMember(tx, ctx, input));
    if (left.jobId === null) return { ...left, done: true };
    await jobs.settled(left.jobId, PATIENCE_MS);
    return { ...left, done: await isReassignmentDone(db, ctx, left.jobId) };
  });
}

function serveJoining({ db, routes, config }: Kernel): void {
  routes.route('upm.userOrg.inviteuser', ({ people, ...whereto }, ctx) =>
    db.withTenant(ctx, (tx) => invitePeople(tx, config.publicUrl, ctx, people, whereto)),
  );
  routes.route('upm.userOrg.inviteUserByPhone', ({ people, ...whereto }, ctx) =>
    db.withTenant(ctx, (tx) => invitePeople(tx, config.publicUrl, ctx, people, whereto)),
  );
  routes.route('upm.userOrg.inviteAgain', ({ userIds }, ctx) =>
    db.withTenant(ctx, (tx) => remindInvited(tx, config.publicUrl, ctx, userIds)),
  );
  routes.route('upm.userOrg.cancelInvite', ({ userIds }, ctx) =>
    db.withTenant(ctx, (tx) => withdrawInvitations(tx, ctx, userIds)),
  );
  routes.route('upm.joinRequest.list', (_input, ctx) => waitingRequests(db, ctx));
  routes.route('upm.joinRequest.decide', ({ ids, approve }, ctx) =>
    db.withTenant(ctx, (tx) => decideApplications(tx, ctx, ids, approve)),
  );
  routes.route('upm.userOrg.createUser', async (input, ctx) => {
    const hash = await hashFirstPassword(db, input.password);
    return askingForNames(db, ctx, () =>
      db.withTenant(ctx, (tx) => createCompanyAccount(tx, ctx, input, hash)),
    );
  });
}

/**
 * It must not be possible to ask without end which account names are taken on the platform: each
 * attempt counts for the person and for the company, and a created account counts back. Throws
 * TOO_FREQUENT.
 */
async function askingForNames<T>(
  db: Database,
  { userId, tenant }: Context,
  work: () => Promise<T>,
): Promise<T> {
  await throttle(db, 'takenByPerson', userId);
  await throttle(db, 'takenByCompany', tenant.id);
  const made = await work();
  await unthrottle(db, 'takenByPerson', userId);
  await unthrottle(db, 'takenByCompany', tenant.id);
  return made;
}

function serveChanges({ db, routes, config }: Kernel): void {
  routes.route('upm.userOrg.resetPassword', (input, ctx) =>
    resetMemberPassword(db, config.publicUrl, ctx, input),
  );
  routes.route('upm.userOrg.updateContact', (input, ctx) =>
    offerContact(db, config.publicUrl, ctx, input),
  );
  routes.route('upm.userOrg.updateUser', (input, ctx) =>
    db.withTenant(ctx, (tx) => updateMember(tx, ctx, input)),
  );
  routes.route('upm.region.active', (input, ctx) =>
    db.withTenant(ctx, (tx) => activate(tx, ctx, input)),
  );
  routes.route('upm.userOrg.addUserOrg', ({ userIds, orgId, isMain }, ctx) =>
    db.withTenant(ctx, (tx) => moveMembers(tx, ctx, orgId, userIds, isMain ? 'main' : 'join')),
  );
  routes.route('upm.userOrg.deleteUserOrgGroup', ({ userIds, orgId }, ctx) =>
    db.withTenant(ctx, (tx) => moveMembers(tx, ctx, orgId, userIds, 'leave')),
  );
  routes.route('upm.userOrg.createGroupOwner', ({ userIds, orgId }, ctx) =>
    db.withTenant(ctx, (tx) => changeOwners(tx, ctx, orgId, userIds, true)),
  );
  routes.route('upm.userOrg.deleteGroupOwner', ({ userIds, orgId }, ctx) =>
    db.withTenant(ctx, (tx) => changeOwners(tx, ctx, orgId, userIds, false)),
  );
}
