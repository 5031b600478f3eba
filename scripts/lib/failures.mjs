// What failed, from the reports of the test tools, in a few lines each: the end of a run is what is
// read first, and often all that is left of it.
import { relative } from 'node:path';

/** Most characters of a message that are repeated. */
const MESSAGE_LENGTH = 1_200;
/** Colors of a terminal. */
const COLORS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

const failure = (file, title, message = '') => ({
  file,
  title,
  message: message.replace(COLORS, '').slice(0, MESSAGE_LENGTH),
});

/** Failed tests of vitest's JSON report; a file that could not be read fails as a whole. */
export function failuresOfVitest({ testResults = [] }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults
      .filter((each) => each.status === 'failed')
      .map(({ fullName, failureMessages }) => failure(file, fullName, failureMessages?.join('\n')));
    const unread = status === 'failed' && failed.length === 0;
    return unread ? [failure(file, '', message)] : failed;
  });
}

/** Failed stories of Playwright's JSON report, whose suites are nested. */
export function failuresOfPlaywright({ suites = [], errors = [] }) {
  const storiesOf = (suite) => [
    ...(suite.specs ?? []).filter(({ ok }) => !ok),
    ...(suite.suites ?? []).flatMap(storiesOf),
  ];
  const messageOf = ({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? '')).join('\n');
  return [
    ...errors.map(({ message }) => failure('', '', message)),
    ...suites.flatMap(storiesOf).map((story) => failure(story.file, story.title, messageOf(story))),
  ];
}

/** The text of one failure. */
export const sayFailure = ({ file, title, message }) => `✗ ${file} ${title}\n${message}`;
