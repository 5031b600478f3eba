import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../src/server/upm/index.ts';
import { testServer, type TestServer } from '../../src/server/testing.ts';

/** Not named .ts: it imports types that exist only once they are generated. */
const SOURCE = readFileSync('tests/fixtures/openapi-client.ts.txt', 'utf8');
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
};

type Story = (baseUrl: string, account: string, password: string) => Promise<string[]>;

let server: TestServer;
let baseUrl: string;
/**
 * Below node_modules, so that the client finds its packages and no tool takes it for a source of
 * ours.
 */
let folder: string;

beforeAll(async () => {
  server = await testServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  baseUrl = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  mkdirSync('node_modules/.cache', { recursive: true });
  folder = mkdtempSync(join('node_modules/.cache', 'openapi-client-'));
  const nodes = await openapiTS(new URL('/openapi.json', baseUrl));
  writeFileSync(join(folder, 'openapi-types.ts'), astToString(nodes));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the compiler says of each client beside the generated types. */
function faultsOf(sources: readonly string[]): string[][] {
  const files = sources.map((source, n) => {
    const file = join(folder, `client-${n}.ts`);
    writeFileSync(file, source);
    return file;
  });
  const program = ts.createProgram(files, OPTIONS);
  const faults = ts.getPreEmitDiagnostics(program);
  const said = (file: string) =>
    faults.filter((fault) => !fault.file || fault.file.fileName.endsWith(file));
  return files.map((file) =>
    said(file).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  );
}

describe('a client generated from /openapi.json', () => {
  it('compiles, and refuses what no call takes', () => {
    const wrong = SOURCE.replace(
      "op: 'eq', value: NAME } }",
      "op: 'eq', value: NAME }, sort: 'name' }",
    );
    expect(wrong).not.toBe(SOURCE);
    const [none, one] = faultsOf([SOURCE, wrong]);
    expect(none).toEqual([]);
    expect(one?.join()).toContain("Type 'string' is not assignable");
  });

  it('makes ten calls: signs in, reads, writes, cleans up, and meets an error it can name', async () => {
    const { outputText } = ts.transpileModule(SOURCE, {
      compilerOptions: { ...OPTIONS, noEmit: false },
    });
    writeFileSync(join(folder, 'client.mjs'), outputText);
    const { story } = (await import(
      /* @vite-ignore */ pathToFileURL(join(folder, 'client.mjs')).href
    )) as { story: Story };
    const seen = await story(baseUrl, 'builder', DEMO_PASSWORD);
    expect(seen).toEqual([
      expect.stringMatching(/./),
      'apps 0',
      '来访',
      'listed 1',
      'version 2',
      'deleted 1',
      'RECORD_UNKNOWN',
    ]);
  });
});
