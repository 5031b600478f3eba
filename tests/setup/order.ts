import { openSync, readSync, closeSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A docblock begins within these bytes of its file. */
const HEAD_BYTES = 200;

function needsBrowser({ moduleId }: TestSpecification): boolean {
  const head = Buffer.alloc(HEAD_BYTES);
  const file = openSync(moduleId, 'r');
  try {
    readSync(file, head, 0, HEAD_BYTES, 0);
  } finally {
    closeSync(file);
  }
  return head.includes('@vitest-environment jsdom');
}

/** Projects with few long files come first, so that at the end no process waits for another's. */
const PROJECTS = ['fuzz', 'alone', 'server', 'unit'];
/** Files that take half a minute and more, for the same reason; of the others the larger first. */
const LONG = [
  'tests/fuzz/documents.test.ts',
  'tests/fuzz/pages.test.tsx',
  'tests/permission/matrix.test.ts',
  'tests/permission/worlds/worlds.test.ts',
  'src/server/bizmeta/type-changes/killed.test.ts',
  'src/server/bizmeta/query/filter.test.ts',
  'tests/permission/worlds/explained.test.ts',
  'src/server/backup/drill.test.ts',
  'tests/conformance/widgets.test.tsx',
  'tests/architecture/worlds.test.ts',
  'tests/architecture/new-widget.test.ts',
  'tests/architecture/layers.test.ts',
  'tests/architecture/unused.test.ts',
];
const placeIn = (list: readonly string[], fits: (each: string) => boolean): number => {
  const place = list.findIndex(fits);
  return place < 0 ? list.length : place;
};

/**
 * Files that want the same kind of process come after each other: a process ends when the next file
 * wants another kind.
 */
export class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kindOf = new Map(
      files.map((file) => [
        file,
        `${file.project.config.sequence.groupOrder} ${file.project.name} ${needsBrowser(file) ? 'browser' : 'node'}`,
      ]),
    );
    const sorted = (await super.sort(files))
      .map((file) => ({
        file,
        project: placeIn(PROJECTS, (name) => name === file.project.name),
        place: placeIn(LONG, (path) => file.moduleId.endsWith(`/${path}`)),
      }))
      .toSorted((a, b) => a.project - b.project || a.place - b.place)
      .map(({ file }) => file);
    const kinds = [...new Set(sorted.map((file) => kindOf.get(file)))];
    return kinds.flatMap((kind) => sorted.filter((file) => kindOf.get(file) === kind));
  }
}
