import { afterAll, describe, expect, it } from 'vitest';
import { copyTree, HANG_MS, ROOT, run } from './tree.ts';

interface Diagnostic {
  code: string;
  filename: string;
  severity: string;
  message: string;
  labels: { span: { line: number } }[];
}
async function lint(root: string, ...paths: string[]): Promise<Diagnostic[]> {
  const { output, errors } = await run(root, 'oxlint', ['-f', 'json', ...paths]);
  if (!output.startsWith('{')) throw new Error(output + errors);
  return (JSON.parse(output) as { diagnostics: Diagnostic[] }).diagnostics;
}

const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `  out.push(${at});`).join('\n');
/** What must be refused, each in a file of its own. */
const PLANTS: Readonly<Record<string, { rule: string; text: string; ext?: 'tsx' }>> = {
  eval: { rule: 'no-eval', text: 'export const planted = (text: string): unknown => eval(text);' },
  fun: {
    rule: 'no-new-func',
    text: 'export const planted = (text: string): unknown => new Function(text);',
  },
  timer: { rule: 'no-implied-eval', text: "setTimeout('alert(1)', 1);\nexport {};" },
  any: { rule: 'no-explicit-any', text: 'export const planted = (value: any): unknown => value;' },
  html: {
    rule: 'no-danger',
    ext: 'tsx',
    text: 'export const Planted = ({ html }: { html: string }) => <div dangerouslySetInnerHTML={{ __html: html }} />;',
  },
  link: {
    rule: 'jsx-no-script-url',
    ext: 'tsx',
    text: 'export const Planted = () => <a href="javascript:void 0">a</a>;',
  },
  hook: {
    rule: 'rules-of-hooks',
    ext: 'tsx',
    text: "import { useState } from 'react';\nexport function Planted({ on }: { on: boolean }) {\n  if (on) useState(1);\n  return null;\n}",
  },
  debug: { rule: 'no-debugger', text: 'export function planted(): void {\n  debugger;\n}' },
  log: { rule: 'no-console', text: 'console.log(1);\nexport {};' },
  todo: { rule: 'no-warning-comments', text: '// TODO write this\nexport {};' },
  ignore: { rule: 'ban-ts-comment', text: "// @ts-ignore\nexport const planted: number = 'a';" },
  type: {
    rule: 'consistent-type-imports',
    text: "import { Planted } from './other.ts';\nexport type Again = Planted;",
  },
  equal: {
    rule: 'eqeqeq',
    text: 'export const planted = (a: unknown, b: unknown): boolean => a == b;',
  },
  long: {
    rule: 'max-lines-per-function',
    text: `export function planted(out: number[]): void {\n${lines(91)}\n}`,
  },
  file: {
    rule: 'max-lines',
    text: `export const planted: number[] = [\n${Array.from({ length: 450 }, (_, at) => `  ${at},`).join('\n')}\n];`,
  },
};

/** That the tree itself keeps the rules is a step of `npm test`: lint. */
describe('the lint rules', () => {
  const copy = copyTree();
  afterAll(() => copy.remove());

  it(
    'refuse what must never be written',
    async () => {
      copy.plant(
        Object.fromEntries(
          Object.entries(PLANTS).map(([name, { text, ext = 'ts' }]) => [
            `src/view/planted/${name}.${ext}`,
            `${text}\n`,
          ]),
        ),
      );
      copy.plant({ 'src/view/planted/other.ts': 'export interface Planted { a: 1 }\n' });
      const found = (await lint(copy.root, 'src/view/planted'))
        .filter(({ severity }) => severity === 'error')
        .map(
          ({ code, filename }) =>
            `${/\((.*)\)/.exec(code)?.[1]} ${filename.split('/').at(-1)!.split('.')[0]}`,
        );
      expect(
        Object.entries(PLANTS)
          .filter(([name, { rule }]) => !found.includes(`${rule} ${name}`))
          .map(([name, { rule }]) => `${rule} lets ${name} pass`),
      ).toEqual([]);
    },
    HANG_MS,
  );

  it('cannot be switched off by accident: a rule switched off in a file says why on the same line', async () => {
    const { output } = await run(ROOT, 'node', [
      '-e',
      `
      const { execSync } = require('node:child_process');
      process.stdout.write(execSync('git grep -nE "(eslint|oxlint)-disable" -- "*.ts" "*.tsx" || true').toString());`,
    ]);
    const silent = output
      .split('\n')
      .filter(
        (line) =>
          line !== '' && !line.startsWith('tests/architecture/') && !/disable.*--\s*\S+/.test(line),
      );
    expect(silent).toEqual([]);
  });
});
