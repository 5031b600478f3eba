import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './tree.ts';

/**
 * Records are read as the person sees them (decision 29): the catalogue gives the person's objects.
 * These files get whole objects, each for the reason beside it.
 */
const WHOLE: Readonly<Record<string, string>> = {
  'access/guest-view.ts': 'of one record, what the nodes show of it to who is asked about it',
  'access/message-titles.ts': 'says whether a title is for everybody',
  'activity/log.ts': 'the name of the log; the record was found in the person’s table',
  'activity/read-context.ts': 'asks what the person may do with a record they see',
  'activity/talked-about.ts': 'who is asked about a record in an approval talks about it',
  'authority/check.ts': 'builders write conditions over all fields',
  'authority/follow.ts': 'conditions follow renames',
  'copies/copy.ts': 'builders copy objects',
  'demo/fill.ts': 'the demo company',
  'demo/seed-app.ts': 'the demo company',
  'demo/seed.ts': 'the demo company',
  'demo/talk.ts': 'the demo company',
  'describe-for.ts': 'prunes the describe for the person',
  'explain/access.ts': 'which grants hold for the record; what the asker does not see is unknown',
  'explain/explain.ts': 'which inputs of a value are hidden',
  'explain/who-sees.ts': 'builders ask who sees a record',
  'exports/job.ts': 'a job that reads by the rights of who began it',
  'exports/start.ts': 'the person’s access beside it says what they may export',
  'imports/context.ts': 'writes with the person’s access beside them',
  'imports/job.ts': 'a job that writes by the rights of who began it',
  'indexes/maintainer.ts': 'indexes are of all records',
  'meta/catalog.ts': 'gives them',
  'meta/computed.ts': 'computes values in rows the person sees',
  'pages/known.ts': 'takes out of pages what a person does not know of an object',
  'pasted/table.ts': 'the builder’s new object',
  'ports/record-work.ts': 'an approval is a grant of its own, by the rights of its nodes',
  'query/sql.ts': 'labels of rows the person sees',
  'record-bin/check.ts': 'a write with the person’s access beside it',
  'record-bin/empty.ts': 'a job for who may delete every record',
  'record-bin/routes.ts': 'writes with the person’s access beside them',
  'record-bin/sweep.ts': 'the server empties bins by age',
  'records/bulk-undo.ts': 'a job that reads and writes by the rights of who began it',
  'records/file-access.ts': 'a file in a field that is shown to who is asked in an approval',
  'records/naming.ts': 'counts for handing over and deleting people and departments',
  'records/remove.ts': 'a deletion’s own rules reach other objects',
  'records/restore-links.ts': 'a restoration’s own rules reach other objects',
  'records/restore.ts': 'a restoration’s own rules reach other objects',
  'records/transact.ts': 'writes with the person’s access beside them',
  'routes.ts': 'writes with the person’s access beside them',
  'sharing/object.ts': 'the person’s access beside it says what they may share',
  'smartforms/address-link.ts': 'a form is a grant of its own',
  'smartforms/files.ts': 'a form is a grant of its own',
  'smartforms/follow.ts': 'asks whether live forms can still be sent after a change of the object',
  'smartforms/mine.ts': 'a form is a grant of its own',
  'smartforms/open.ts': 'a form is a grant of its own',
  'smartforms/preview.ts': 'a form is a grant of its own',
  'smartforms/routes.ts': 'a form is a grant of its own',
  'smartforms/save.ts': 'builders make forms',
  'smartforms/submissions.ts': 'what the person sent themselves',
  'smartforms/submit.ts': 'a form is a grant of its own',
  'templates/use.ts': 'the builder’s new objects',
  'views/groups.ts': 'builders group views',
  'views/names.ts': 'whether a filter names a hidden field',
};
const ASKS = /\b(wholeView|enterWhole|enterAnyObject)\(|\breader\b[?!]?\.whole\b/;

const ROOM = join(ROOT, 'src/server/bizmeta');
const isAsking = (text: string): boolean => ASKS.test(text);

it('finds who asks for a whole object', () => {
  expect(isAsking('const { table } = await catalog.enterWhole(tx, name);')).toBe(true);
  expect(isAsking('table.reader?.whole.name')).toBe(true);
  expect(isAsking('await catalog.enterObject(tx, name)')).toBe(false);
});

it('only files with a reason read whole objects', () => {
  const asking = readdirSync(ROOM, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.ts$/.test(path) && !/(^|[./])testing(\.ts$|\/)|\.test\.ts$/.test(path))
    .filter((path) => isAsking(readFileSync(join(ROOM, path), 'utf8')));
  expect(asking.toSorted()).toEqual(Object.keys(WHOLE).toSorted());
});
