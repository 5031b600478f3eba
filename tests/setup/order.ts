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
    const sorted = await super.sort(files);
    const kinds = [...new Set(sorted.map((file) => kindOf.get(file)))];
    return kinds.flatMap((kind) => sorted.filter((file) => kindOf.get(file) === kind));
  }
}
