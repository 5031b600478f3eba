import { Ajv2020 } from 'ajv/dist/2020.js';
import { readdirSync, readFileSync } from 'node:fs';
import { describe as group, expect, it } from 'vitest';
import {
  flatten,
  validatePage,
  type ActionCatalogue,
  type NestedDocument,
  type WidgetCatalogue,
} from '../src/page/index.ts';
import { generatedFiles, staleFiles } from './generate-schemas.ts';

const files = generatedFiles();
const widgets = JSON.parse(files.get('widgets.json')!) as WidgetCatalogue;
const actions = JSON.parse(files.get('actions.json')!) as ActionCatalogue;
const PAGES = new URL('../schemas/pages/', import.meta.url);
const pages = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name): [string, NestedDocument] => [
    name,
    JSON.parse(readFileSync(new URL(name, PAGES), 'utf8')) as NestedDocument,
  ]);

group('generated schemas', () => {
  it('are up to date: npm run generate writes what the definitions say', () => {
    expect(staleFiles()).toEqual([]);
  });
  it('name every widget and action', () => {
    expect(widgets.length).toBeGreaterThan(40);
    expect(actions.map((action) => action.name)).toContain('call');
  });
});

group('the system pages', () => {
  const meta = new Ajv2020({ strict: false, allErrors: true }).compile(
    JSON.parse(files.get('page.schema.json')!) as object,
  );
  for (const [name, page] of pages) {
    it(`${name} is valid`, () => {
      expect(validatePage(page, { widgets, actions }).problems).toEqual([]);
    });
    it(`${name} names the schema that editors complete it by`, () => {
      const [first, schema] = Object.entries(page)[0]!;
      expect(first).toBe('$schema');
      expect(new URL(String(schema), new URL(name, PAGES)).href).toBe(
        new URL('../page.schema.json', PAGES).href,
      );
    });
    it(`${name} fits the meta-schema, nested and flat`, () => {
      expect([meta(page), meta.errors]).toEqual([true, null]);
      expect([meta(flatten(page)), meta.errors]).toEqual([true, null]);
    });
  }
  it('the meta-schema refuses an unknown prop, slot, event and widget', () => {
    const page = (node: object): object => ({
      spec: 'page/1',
      key: 'a',
      rev: 1,
      title: 'x',
      body: { type: 'button@1', ...node },
    });
    expect(meta(page({ props: { text: { $x: 'state.a' } } }))).toBe(true);
    for (const node of [
      { props: { nosuch: 1 } },
      { slots: { nosuch: [] } },
      { on: { nosuch: [] } },
      { type: 'nosuch@1' },
      { props: { kind: 'huge' } },
    ])
      expect(meta(page(node))).toBe(false);
  });
});
