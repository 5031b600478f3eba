import { describe, expect, it } from 'vitest';
import { wholeAccess } from '../company/access.ts';
import { calls, type Call } from '../index.ts';
import { isOfViewer, needsGrant, pageAccess } from './page-calls.ts';

const all = calls as readonly Call[];
/** Calls that a builder's page may name unless it is stated otherwise. */
const open = all.filter((call) => !needsGrant(wholeAccess(call.access)));

describe('a call every builder may make', () => {
  it('states what it does in a page, unless it is about the viewer’s account', () => {
    const silent = open.filter((call) => call.inPages === undefined && !isOfViewer(call));
    expect(silent.map(({ id }) => id)).toEqual([]);
  });
  it.each(['anonymous', 'member', 'builder'] as const)(
    'is closed to companies’ pages when it does not: %s',
    (access) => {
      const { inPages: _, ...call } = all.find(({ id }) => id === 'bizmeta.record.list')!;
      expect(pageAccess({ ...call, access })).toBe('never');
      expect(pageAccess({ ...call, access, inPages: 'acts' })).toBe(access);
      expect(pageAccess({ ...call, access, inPages: 'own' })).toBe('never');
      expect(pageAccess({ ...call, access, inPages: 'rights' })).toBe('admin');
    },
  );
  it('does not say that it reads when the log knows it as a change', () => {
    const wrong = all.filter((call) => call.inPages === 'reads' && call.operation === true);
    expect(wrong.map(({ id }) => id).filter((id) => !/^(log\.|upm\.)/.test(id))).toEqual([]);
  });
  it('does not say that it reads when its name is that of a change', () => {
    const changing =
      /\.(save|create|update|remove|delete|submit|publish|commit|operate|approval|start|restore|transfer|sort|copy|upload|undo|mask|again)\w*$/;
    const named = open.filter((call) => call.inPages === 'reads' && changing.test(call.id));
    expect(named.map(({ id }) => id).toSorted()).toEqual([
      'bizmeta.describe.removedFields',
      'bizmeta.typeChange.undoPlan',
      'bpm.work.delete', // the list of what one deleted
      'bpm.work.startForm',
      'bpm.work.startList',
    ]);
  });
});

it('what one decides and sets up in one’s own name is no page’s of a company', () => {
  const own = all.filter(({ inPages }) => inPages === 'own');
  expect(own.map(({ id }) => id).toSorted()).toEqual([
    'bpm.process.operate',
    'bpm.substitution.remove',
    'bpm.substitution.save',
    'bpm.work.approval',
    'bpm.work.mask',
    'bpm.work.remove',
    'bpm.work.restore',
    'msg.preference.save',
  ]);
});
it('what goes as far as its caller’s rights is an administrator’s to put into a page', () => {
  const grown = all.filter(({ inPages }) => inPages === 'rights');
  expect(grown.map(pageAccess)).toEqual(grown.map(() => 'admin'));
  expect(grown.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['bpm.template.publish', 'bpm.template.commit', 'bizmeta.page.publish']),
  );
});
