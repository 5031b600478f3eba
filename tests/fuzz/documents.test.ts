import { describe as group, expect, it } from 'vitest';
import { compilePage, flatten, nest, DocumentError, validatePage } from '../../src/page/index.ts';
import {
  actions,
  describeOf,
  nestedSample,
  sample,
  widgets,
} from '../../src/page/testing/index.ts';
import { mutate } from './mutate.ts';
import { HANG, prototypes, random, RUNS } from './random.ts';

const by = random(20_260_131);
const wrongly = (times: number, document: unknown): void => {
  for (let done = 0; done < times; done++) mutate(document, by);
};

/** Judges one document; what is accepted must compile, what is refused must say why and where. */
function judge(document: unknown): boolean {
  const result = validatePage(document, { widgets, actions, describe: describeOf });
  if (!result.document) {
    const wordless = result.problems.filter(
      (problem) => !/[\u4e00-\u9fff]/.test(problem.msg) || !/^(\/|$)/.test(problem.path),
    );
    if (result.problems.length === 0 || wordless.length > 0)
      expect({ document, wordless }).toEqual('a Chinese sentence and a pointer each');
    return false;
  }
  const compiled = compilePage(result.document, { actions });
  if (
    compiled.problems.length > 0 ||
    [...compiled.nodes.values()].some((node) => node.problems.length > 0)
  )
    expect(document).toBe('refused');
  flatten(nest(result.document));
  return true;
}

group('documents that went wrong', () => {
  it(
    `${RUNS} of them: each is judged without a crash, what is accepted compiles, and nothing leaks into prototypes`,
    () => {
      const before = prototypes();
      const [flat, nested] = [sample(), nestedSample].map((document) => JSON.stringify(document));
      let accepted = 0;
      for (let run = 0; run < RUNS; run++) {
        const document = JSON.parse(run % 3 === 0 ? nested! : flat!) as unknown;
        wrongly(1 + by.below(3), document);
        const started = performance.now();
        if (judge(document)) accepted += 1;
        if (performance.now() - started > HANG) expect(document).toBe('judged');
      }
      expect(prototypes()).toEqual(before);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      // Both must be common, or the mutations say nothing.
      expect(accepted).toBeGreaterThan(RUNS / 50);
      expect(RUNS - accepted).toBeGreaterThan(RUNS / 2);
    },
    RUNS * 20,
  );

  it('anything that is no document at all is refused with a sentence', () => {
    for (const raw of [
      undefined,
      null,
      0,
      '',
      'page',
      [],
      {},
      [[]],
      { body: null },
      { body: [] },
      { nodes: [] },
      Number.NaN,
    ]) {
      expect(validatePage(raw, { widgets, actions }).problems.length).toBeGreaterThan(0);
    }
  });

  it('the compiler and flatten take broken documents without anything but a DocumentError', () => {
    for (let run = 0; run < RUNS / 20; run++) {
      const document = structuredClone(sample());
      wrongly(2, document);
      if (typeof document.nodes === 'object') compilePage(document);
      const nested = structuredClone(nestedSample);
      wrongly(2, nested);
      try {
        flatten(nested);
      } catch (failure) {
        expect(failure).toBeInstanceOf(DocumentError);
      }
    }
  });
});
