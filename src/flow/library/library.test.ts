import { describe, expect, it } from 'vitest';
import type { Type } from '../../expression/index.ts';
import { compileFlow } from '../compile/compile.ts';
import { fromNested, toNested } from '../document/nested.ts';
import { problemsOf } from '../document/problems.ts';
import { simulate } from '../simulate/simulate.ts';
import type { PathStep } from '../simulate/path.ts';
import type { FlowState } from '../state/state.ts';
import { companyLookup, STARTER } from '../testing/company.ts';
import type { LibraryField } from './build.ts';
import { LIBRARY } from './index.ts';
import { STORIES, type Story } from './stories.testing.ts';

const TYPES: Partial<Record<LibraryField['type'], Type>> = {
  currency: 'number',
  integer: 'number',
  decimal: 'number',
  date: 'date',
  dateTime: 'dateTime',
  boolean: 'boolean',
  attachment: { list: 'any' },
};
const typeOf = ({ type, fields }: LibraryField): Type =>
  fields ? { list: { fields: typesOf(fields) } } : (TYPES[type] ?? 'text');
const typesOf = (fields: readonly LibraryField[]): Record<string, Type> =>
  Object.fromEntries(fields.map((field) => [field.apiName, typeOf(field)]));
const read = (key: string) => {
  const template = LIBRARY.find((each) => each.key === key)!;
  const { document, problems } = fromNested(template.nodes, template.settings);
  expect(problems).toEqual([]);
  return { template, document: document! };
};

describe('templates to start from', () => {
  it('are thirty, each with a key and a name of its own', () => {
    expect(LIBRARY).toHaveLength(30);
    expect(new Set(LIBRARY.map(({ key }) => key)).size).toBe(30);
    expect(new Set(LIBRARY.map(({ name }) => name)).size).toBe(30);
  });

  it.each(LIBRARY.map(({ key }) => key))('%s is sound with its own fields', (key) => {
    const { template, document } = read(key);
    expect(toNested(document)).toEqual(JSON.parse(JSON.stringify(template.nodes)));
    const found = problemsOf(document, { fields: typesOf(template.fields) });
    const missing = found.filter(({ msg }) => !msg.endsWith('没有选择流程'));
    expect(missing).toEqual([]);
    expect(found.length).toBe(key === 'onboarding' ? 1 : 0);
  });

  it('have a story each', () => {
    const written = new Set(STORIES.map(([key]) => key));
    expect(LIBRARY.filter(({ key }) => !written.has(key))).toEqual([]);
  });
});

const recordOf = (record: Story[2]) => (state: FlowState) =>
  typeof record === 'function' ? record(state) : record;

/** Those who are asked now, without who approved before. */
const newIn = ({ users, reasons }: PathStep): string[] => {
  const before = reasons.flatMap((reason) => (reason.kind === 'repeated' ? reason.users : []));
  return users.filter((user) => !before.includes(user));
};

for (const [key, story, record, way, more = {}] of STORIES)
  it(`${key}: ${story}`, async () => {
    const flow = compileFlow(read(key).document);
    const play = { lookup: companyLookup(flow, recordOf(record)), ...more };
    const monday = Date.parse('2026-03-02T01:00:00Z');
    const { path, status } = await simulate(flow, STARTER.id, play, monday);
    const asked = path
      .filter(({ users }) => users.length > 0)
      .map(
        (step) => `${step.name}(${newIn(step).join('、')})${step.how === 'rejected' ? '✗' : ''}`,
      );
    expect([...asked, status].join(' → ')).toBe(way);
  });
