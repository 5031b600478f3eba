import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sourcesOf } from './lib/build.mjs';

const SERVER_ONLY = ['server'];
const WEB_ONLY = ['app', 'runtime', 'studio', 'ui', 'view'];

it.each([
  ['web', SERVER_ONLY],
  ['server', WEB_ONLY],
] as const)('a change in any room that is part of the %s makes its build stale', (part, others) => {
  const files = sourcesOf(part);
  const rooms = readdirSync('src', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const sources = rooms.filter((room) => files.some((file) => file.startsWith(`src/${room}/`)));
  expect(sources).toEqual(rooms.filter((room) => !others.includes(room)));
});
