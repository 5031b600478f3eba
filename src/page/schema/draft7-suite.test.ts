// The suite of the JSON Schema project for draft 7 (tests/fixtures/json-schema, MIT), what it calls
// optional left out.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT_PATH } from '../../document/index.ts';
import { anySchemaRefusals } from './any-schema.ts';
import { checkDraft7 } from './draft7.ts';

interface Group {
  description: string;
  schema: unknown;
  tests: { description: string; data: unknown; valid: boolean }[];
}
const SUITE = new URL('../../../tests/fixtures/json-schema/draft7.json', import.meta.url);
const groups = Object.entries(
  JSON.parse(readFileSync(SUITE, 'utf8')) as Record<string, Group[]>,
).flatMap(([file, members]) => members.map((group) => ({ file, ...group })));

const whysOf = ({ schema }: Group): string[] =>
  anySchemaRefusals(schema, ROOT_PATH).map(({ place, why }) => `${place.path} ${why}`);
const sound = groups.filter((group) => whysOf(group).length === 0);

/** What beside a `$ref` counts here, as for ajv and in later drafts: a writer who adds it means it. */
const COUNTS_BESIDE_REF = 'ref: ref overrides any sibling keywords: ref valid, maxItems ignored';
/** Names of its own, other files, other formats, and schemas that are only true or false. */
const REFUSED =
  /\$id|只能引用同一份 schema 里的定义|“format”写得不对：应为|^ 应为 JSON Schema 对象$/;

test('every schema of the suite is judged as the suite says', () => {
  const wrong = sound.flatMap(({ file, description, schema, tests }) =>
    tests
      .filter(({ data, valid }) => (checkDraft7(data, schema).length === 0) !== valid)
      .map((each) => `${file}: ${description}: ${each.description}`),
  );
  expect(wrong).toEqual([COUNTS_BESIDE_REF]);
  expect(sound.flatMap(({ tests }) => tests).length).toBeGreaterThan(750);
});
test('what is not judged is refused before a form is drawn, and says why', () => {
  const unexplained = groups
    .filter((group) => !sound.includes(group))
    .filter((group) => !whysOf(group).some((why) => REFUSED.test(why)));
  expect(unexplained.map(({ file, description }) => `${file}: ${description}`)).toEqual([]);
});
