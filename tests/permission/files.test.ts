import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallId, DataOf, InputOf, ObjectGrant } from '../../src/contract/index.ts';
import {
  bodyOf,
  field,
  multipart,
  PNG,
  smartFormsDriver,
  type PublishedForm,
  type SmartFormsDriver,
} from '../../src/server/bizmeta/testing/smartforms.ts';
import { asks, chain, end, start } from '../../src/server/bpm/testing/company.ts';
import type { Auth } from '../../src/server/testing.ts';

/**
 * Visits are closed: finance reads them with their photos, sales without, others none. A file is
 * read by who sees a place that it is in, whichever way it came there.
 */
let driver: SmartFormsDriver;
let [leader, finance, sales]: Auth[] = [];

async function made<I extends CallId>(id: I, input: InputOf<I>, as: Auth): Promise<DataOf<I>> {
  const told = await driver.server.call(id, input, as);
  expect(told.error?.errors ?? told.msg).toBe('ok');
  return told.data;
}
const group = (name: string, member: Auth, grant: ObjectGrant) =>
  made(
    'bizmeta.authgroup.create',
    {
      scopeType: 'project',
      scopeId: '',
      name,
      members: { userIds: [member.userid] },
      grants: { objects: { visit: grant } },
    },
    driver.builder,
  );

beforeAll(async () => {
  driver = await smartFormsDriver();
  const { server, builder } = driver;
  leader = await server.signIn('leader');
  finance = await server.signIn('finance');
  sales = await server.signIn('sales');
  await made(
    'bizmeta.authgroup.config',
    { objectApiName: 'visit', defaultAccess: 'none' },
    builder,
  );
  const ops: ObjectGrant['ops'] = ['create', 'view', 'edit'];
  await group('看照片', finance, { ops });
  await group('不看照片', sales, { ops, fields: { photo: 'none' } });
});
afterAll(() => driver?.server.close());

const upload = async (url: string, as?: Auth): Promise<string> => {
  const { type, payload } = multipart(PNG);
  const headers = { ...as, 'content-type': type };
  const answer = await driver.server.inject({ method: 'POST', url, headers, payload });
  return (answer.json() as { data: { fileId: string } }).data.fileId;
};
const uploadTo = ({ token }: PublishedForm, as?: Auth) =>
  upload(`/bizmeta/v1/smartform/upload?token=${token}&field=photo`, as);
const own = (as: Auth) => upload('/storage/attachment/upload', as);

/** The answers to a file, and to its small picture. */
async function read(fileId: string, as: Auth): Promise<number[]> {
  const answers = [];
  for (const edge of ['', '&edge=96']) {
    const url = `/storage/attachment/att?fileId=${fileId}${edge}`;
    answers.push(
      (await driver.server.inject({ method: 'GET', url, headers: { ...as } })).statusCode,
    );
  }
  return answers;
}
const READ = [200, 200];
const UNKNOWN = [404, 404];

/** Why a file cannot be put into a record of one's own; undefined when it can. */
async function attach(fileId: string, as: Auth): Promise<string | undefined> {
  const records = [{ title: '我的', photo: [{ fileId }] }];
  const { error } = await driver.server.call(
    'bizmeta.record.bulkCreate',
    { object: 'visit', records },
    as,
  );
  return error?.errors?.[0]?.reason;
}

/** Hands in a visit with a photo; answers the record and the file. */
async function handIn(form: PublishedForm, as?: Auth) {
  const fileId = await uploadTo(form, as);
  const title = randomUUID();
  expect((await driver.send(form, { title, photo: [{ fileId }] }, {}, as)).msg).toBe('ok');
  const [record] = await driver.records(title);
  return { fileId, recordId: String(record!['id']) };
}
const photoForm = (mode: 'anonymous' | 'link') =>
  driver.published(bodyOf({ mode, allowEdit: 'always' }, [field('title'), field('photo')]));

describe('a file that was handed in by a form', () => {
  it('is read and used by who reads it in the record, and by no one who only knows its id', async () => {
    const { fileId } = await handIn(await photoForm('anonymous'));
    for (const as of [driver.builder, finance!]) expect(await read(fileId, as)).toEqual(READ);
    for (const as of [driver.user, leader!, sales!])
      expect(await read(fileId, as)).toEqual(UNKNOWN);
    await group('能写照片', sales!, { ops: ['create'] });
    expect(await attach(fileId, sales!)).toBe('FILE_UNKNOWN');
    expect(await attach(fileId, finance!)).toBeUndefined();
  });

  it('stays readable for the member who handed it in, and can stay when the form is sent again', async () => {
    const form = await photoForm('link');
    const { fileId } = await handIn(form, driver.user);
    expect(await read(fileId, driver.user)).toEqual(READ);
    expect(await read(fileId, leader!)).toEqual(UNKNOWN);
    const [mine] = await made('bizmeta.smartform.mine', { token: form.token }, driver.user);
    const values = { title: '改过', photo: mine!.values['photo'] };
    const again = await driver.send(form, values, { editKey: mine!.id }, driver.user);
    expect(again.error?.errors ?? again.msg).toBe('ok');
    expect(await read(fileId, leader!)).toEqual(UNKNOWN);
  });

  it('goes with the record that is deleted for good', async () => {
    const { fileId, recordId } = await handIn(await photoForm('anonymous'));
    await made('bizmeta.record.bulkDelete', { object: 'visit', ids: [recordId] }, driver.builder);
    const bin = { object: 'visit', ids: [recordId] };
    await made('bizmeta.recordBin.purge', bin, driver.builder);
    const [kept] = await driver.server.db.withTenant({ tenant: driver.server.demo.tenant }, (tx) =>
      tx.query<{ attached: boolean }>('select attached from storage.file where id = $1', [fileId]),
    );
    expect(kept).toEqual({ attached: false });
  });
});

describe('a file of an opinion', () => {
  /** An approval that the leader, then finance decides on; others have no part in it. */
  async function approval(): Promise<{ instanceId: string; recordId: string; photo: string }> {
    const photo = await own(driver.builder);
    const nodes = chain(
      start,
      asks('lead', [leader!.userid], { fieldPerms: { photo: 'hidden' } }),
      asks('books', [finance!.userid]),
      end,
    );
    const template = { name: randomUUID(), objectApiName: 'visit' };
    const { id } = await made('bpm.template.commit', { template, nodes }, driver.builder);
    const record = { title: randomUUID(), photo: [{ fileId: photo }] };
    const begun = await made('bpm.work.start', { templateId: id, record }, driver.builder);
    return { instanceId: begun.instanceId, recordId: begun.recordId!, photo };
  }
  const comment = (instanceId: string, fileId: string, as: Auth) =>
    driver.server.call(
      'bpm.process.operate',
      { instanceId, op: 'comment', opinion: '见附件', attachments: [fileId] },
      as,
    );

  it('is read by who may look at the approval, and by no other member', async () => {
    const { instanceId } = await approval();
    const fileId = await own(leader!);
    expect((await comment(instanceId, fileId, leader!)).msg).toBe('ok');
    // Finance reads the record, so the approval as well.
    for (const as of [leader!, driver.builder, finance!])
      expect(await read(fileId, as)).toEqual(READ);
    expect(await read(fileId, driver.user)).toEqual(UNKNOWN);
    const { instanceId: other } = await approval();
    expect((await comment(other, fileId, leader!)).msg).toBe('ok');
    expect(await read(fileId, driver.user)).toEqual(UNKNOWN);
    await group('能写', driver.user, { ops: ['create'] });
    expect(await attach(fileId, driver.user)).toBe('FILE_UNKNOWN');
  });

  it('that is a record’s is opened to who may look at the approval, and no further', async () => {
    const { instanceId, photo } = await approval();
    expect(await read(photo, leader!)).toEqual(UNKNOWN);
    expect((await comment(instanceId, photo, leader!)).error?.reason).toBe('FILE_UNKNOWN');
    expect((await comment(instanceId, photo, driver.builder)).msg).toBe('ok');
    expect(await read(photo, leader!)).toEqual(READ);
    expect(await read(photo, driver.user)).toEqual(UNKNOWN);
  });

  it('is read as well when it was attached before there was the rule, and one of a form is the record’s', async () => {
    const { instanceId } = await approval();
    const opinion = await own(leader!);
    expect((await comment(instanceId, opinion, leader!)).msg).toBe('ok');
    const form = await photoForm('anonymous');
    const handedIn = await handIn(form);
    const { db, demo } = driver.server;
    const upgrade = new URL(
      '../../src/server/storage/sql/0600_uses-of-approvals.sql',
      import.meta.url,
    );
    await db.withOwner(async (tx) => {
      await tx.run('alter table storage.file_use drop constraint file_use_kind_check');
      await tx.run("update storage.file_use set kind = 'submission' where file_id = $1", [opinion]);
      await tx.run(
        `insert into storage.file_use (tenant_id, file_id, kind, item)
          values ($1, $2, 'submission', $3)`,
        [demo.tenant.id, handedIn.fileId, form.id],
      );
      await tx.run(
        "alter table storage.file_use add constraint file_use_kind_check check (kind <> '')",
      );
    }, demo.tenant.id);
    expect(await read(opinion, finance!)).toEqual(UNKNOWN);
    await db.withOwner((tx) => tx.run(readFileSync(upgrade, 'utf8')));
    for (const fileId of [opinion, handedIn.fileId]) {
      expect(await read(fileId, finance!)).toEqual(READ);
      expect(await read(fileId, driver.user)).toEqual(UNKNOWN);
    }
    const uses = await db.withTenant({ tenant: demo.tenant }, (tx) =>
      tx.query<{ kind: string }>('select kind from storage.file_use where file_id = any($1)', [
        [opinion, handedIn.fileId],
      ]),
    );
    expect(uses.map(({ kind }) => kind).toSorted()).toEqual(['approval', 'record']);
  });
});
