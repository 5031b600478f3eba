import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Decimal } from 'decimal.js';
import { Type } from 'typebox';
import { widgets } from '../../renderers/index.ts';
import { CALL_TITLES, callOf, calls } from '../../src/contract/index.ts';
import { actions } from '../../src/runtime/actions/index.ts';
import { describedRegistry } from '../../src/studio/preview/index.ts';
import { createRegistry } from '../../src/view/index.ts';
import { arcoStyles } from './arco-styles.ts';
import { callsOfLines } from './call-lines.ts';
import { circleOf, isSmallView } from './chunks.ts';
import { namedCalls, slimContract } from './slim-contract.ts';
import { drawnDefinition, slimDefinition } from './slim-definitions.ts';
import { namedReasons, slimCatalogue } from './slim-errors.ts';
import { slimIcon } from './slim-icons.ts';
import { slimDecimal } from './slim-packages.ts';

const bundle = (imports: Record<string, string[]>) =>
  Object.fromEntries(
    Object.entries(imports).map(([name, all]) => [name, { type: 'chunk', imports: all }]),
  ) as unknown as Parameters<typeof circleOf>[0];
const handlerOf = (hook: unknown) =>
  (hook as { handler(this: void, ...given: unknown[]): { code: string } | null }).handler;

describe('the build', () => {
  it('finds chunks that wait for each other', () => {
    expect(circleOf(bundle({ a: ['b', 'c'], b: ['c'], c: [] }))).toBeNull();
    expect(circleOf(bundle({ a: ['b'], b: ['c'], c: ['b'] }))).toEqual(['b', 'c', 'b']);
  });
  it('lets small views travel together, and a table with its packages alone', () => {
    const at = (path: string) =>
      isSmallView(new URL(`../../renderers/${path}`, import.meta.url).pathname);
    expect([at('stack/View.tsx'), at('stack/View.module.css'), at('toolbar/View.tsx')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([at('dataTable/View.tsx'), at('stack/index.ts'), at('compare/View.tsx')]).toEqual([
      false,
      false,
      false,
    ]);
  });
  it('brings the styles of the Arco components a module imports, and none for types', () => {
    const transform = handlerOf(arcoStyles().transform);
    expect(
      transform(
        `import { Button, type ModalProps, Message as Toast } from '@arco-design/web-react';`,
        '/src/x.tsx',
      )?.code,
    ).toMatch(
      /\nimport '@arco-design\/web-react\/es\/Button\/style\/css\.js';\nimport '@arco-design\/web-react\/es\/Message\/style\/css\.js';\n$/,
    );
    expect(
      transform(`import type { ButtonProps } from '@arco-design/web-react';`, '/src/x.tsx'),
    ).toBeNull();
  });
  it('leaves out of every widget what only designers show, and nothing else', () => {
    const named = JSON.parse(readFileSync('schemas/widgets.json', 'utf8')) as {
      type: string;
      title: string;
      props: { properties: Record<string, { description?: string }> };
    }[];
    expect(named.length).toBeGreaterThan(80);
    for (const { type, title, props } of named) {
      const slim = slimDefinition(readFileSync(`renderers/${type}/index.ts`, 'utf8'));
      const drawn = drawnDefinition(readFileSync(`renderers/${type}/index.ts`, 'utf8'));
      expect(drawn).toContain(`title: '${title}'`);
      expect(drawn).toContain(' as drawn }');
      for (const [name, { description = title }] of Object.entries(props.properties)) {
        expect(drawn).toContain(name);
        if (description !== title) expect(slim + drawn, type).not.toContain(`'${description}'`);
      }
    }
    const code = `x = choiceProp(['甲'], '一' + '二', '甲'); y = defineWidget({ type: 'y', events: { go: z }, view });`;
    expect(slimDefinition(code)).toBe(
      `x = /*#__PURE__*/ choiceProp(['甲'], '', '甲'); y = /*#__PURE__*/ defineWidget({ type: 'y', view });`,
    );
    // What is drawn as text before its view is there keeps its props.
    expect(slimDefinition(readFileSync('renderers/field/index.ts', 'utf8'))).toContain('props:');
    expect(slimDefinition(readFileSync('renderers/stack/index.ts', 'utf8'))).not.toMatch(
      /props:|title:/,
    );
  });
  it('gives designers back what was left out', () => {
    const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
    const slim = createRegistry(
      widgets.map(({ type, version, view }) => ({ type, version, view })) as typeof widgets,
      actions.map(({ result: _result, ...rest }) => ({
        ...rest,
        args: rest.args && Type.Object({}),
      })),
    );
    const whole = describedRegistry(slim);
    expect(plain(whole.widgets)).toEqual(plain(widgets));
    expect(plain(whole.actions)).toEqual(plain(actions));
  });
  it('keeps of decimal.js what our numbers call, as exact as the whole', async () => {
    const slim = slimDecimal(readFileSync('node_modules/decimal.js/decimal.mjs', 'utf8'));
    // The functions behind them go with what calls them.
    expect(slim).not.toMatch(/^P\.(cosine|logarithm|toBinary) |^ {2}Decimal\.(sin|ln) /m);
    const { Decimal: Slim } = (await import(
      `data:text/javascript,${encodeURIComponent(slim)}`
    )) as { Decimal: typeof Decimal };
    const called = [
      ...readFileSync('src/expression/values/number.ts', 'utf8').matchAll(/\.(\w+)\(/g),
    ].map(([, name]) => name!);
    const methods = called.filter((name) => name in Decimal.prototype && !(name in []));
    expect(methods).toEqual(expect.arrayContaining(['plus', 'times', 'pow', 'sqrt', 'toFixed']));
    const texts = ['0', '-0.1', '12345678901234567890.123456789', '7', '-3', '1e-30', '99.995'];
    const tell = (Kind: typeof Decimal): string[] =>
      texts.flatMap((a) =>
        texts.flatMap((b) => {
          const [x, y] = [new Kind(a), new Kind(b)];
          const pairs = [x.plus(y), x.times(y), x.dividedBy(y), x.modulo(y), x.comparedTo(y)];
          const alone = [x.negated(), x.abs(), x.trunc(), x.toDecimalPlaces(2), x.pow(5), x.sqrt()];
          return [...pairs, ...alone, x.toFixed(), x.precision()].map(String);
        }),
      );
    expect(tell(Slim)).toEqual(tell(Decimal));
    for (const name of methods) expect(Slim.prototype, name).toHaveProperty(name);
  });
  it('keeps of the error catalogue what the browser says itself', () => {
    const reasons = namedReasons(process.cwd());
    expect(reasons).toEqual(expect.arrayContaining(['REQUIRED', 'INTERNAL', 'TOKEN_MISSING']));
    expect(reasons).not.toContain('OBJECT_IN_USE');
    const path = 'src/contract/base/errors.ts';
    const slim = slimCatalogue(readFileSync(path, 'utf8'), reasons);
    expect(slim).toContain('请填写{label}');
    expect(slim).not.toContain('被 {users} 引用');
    expect(() => slimCatalogue('', reasons)).toThrow('written otherwise');
  });
  it('knows how every icon of Arco is written, and keeps its drawing', () => {
    const folder = 'node_modules/@arco-design/web-react/icon/react-icon';
    const icons = readdirSync(folder)
      .filter((name) => name.startsWith('Icon'))
      .map((name) => readFileSync(`${folder}/${name}/index.js`, 'utf8'));
    expect(icons.length).toBeGreaterThan(200);
    for (const code of icons) {
      const slim = slimIcon(code)!;
      expect(slim).not.toBeNull();
      // Every path of the drawing is there still.
      for (const [path] of code.matchAll(/\bd: "[^"]+"/g)) expect(slim).toContain(path);
      expect(slim.length).toBeLessThan(code.length - 1_500);
    }
    expect(slimIcon(readFileSync(`${folder}/IconSafe/index.js`, 'utf8'))).toMatch(
      /icon\('safe', \{/,
    );
    expect(slimIcon('export default 1;')).toBeNull();
  });
  it('gives the browser every call with what sending it needs', async () => {
    const load = async (file: string): Promise<unknown> => {
      const { code } = handlerOf(slimContract().load)(`/src/contract/calls/${file}`)!;
      // The bundler is not there to resolve what it imports.
      const whole = code
        .replace(/import \{ callsOfLines \} from '[^']+'/, 'const { callsOfLines } = imported')
        .replace(`import('./index.ts')`, 'imported.index()');
      return import(`data:text/javascript,${encodeURIComponent(whole)}`);
    };
    let asked = 0;
    const imported = { callsOfLines, index: () => (asked++, slim) };
    Object.assign(globalThis, { imported });
    expect(await load('titles.ts')).toMatchObject({ CALL_TITLES });
    const slim = (await load('index.ts')) as {
      calls: unknown[];
      callOf(id: string): Record<string, unknown>;
      hasCall(id: string): boolean;
    };
    expect(slim.calls).toHaveLength(calls.length);
    for (const { id } of calls) {
      const { method, path, access, answer, bodyKind } = callOf(id);
      expect(slim.callOf(id)).toMatchObject({ id, method, path, access, answer, bodyKind });
    }
    const posted = calls
      .map(({ id }) => callOf(id))
      .filter(({ method, query }) => method === 'POST' && query);
    for (const { id, query } of posted)
      expect(Object.keys((slim.callOf(id)['query'] as { properties: object }).properties)).toEqual(
        Object.keys((query as unknown as { properties: object }).properties),
      );
    expect(() => slim.callOf('no.such')).toThrow(RangeError);
    const finding = (await load('find.ts')) as { findCall(id: string): Promise<unknown> };
    expect(await finding.findCall('bizmeta.page.schema')).toEqual(
      slim.callOf('bizmeta.page.schema'),
    );
    // Pages name the others: they are not in the first chunk.
    expect(asked).toBe(0);
    expect(namedCalls(process.cwd()).length).toBeLessThan(calls.length / 4);
    for (const { id } of calls) expect(await finding.findCall(id)).toEqual(slim.callOf(id));
    expect(asked).toBeGreaterThan(calls.length / 2);
    expect(await finding.findCall('no.such')).toBeUndefined();
  });
});
