/**
 * Writes what the definitions of widgets and actions say to schemas/: widgets.json and actions.json
 * (the server validates pages with them) and page.schema.json (editors complete pages with it), and
 * to docs/widget-reference.md what people look up. Migrations that are new get their line in
 * tests/fixtures/migrations.sha256. `npm run generate`; with --check it writes nothing and fails
 * when a file is out of date.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { actions } from '../src/runtime/actions/index.ts';
import { WIDGET_CATEGORIES, widgetDoc, type WidgetDefinition } from '../src/view/kit/index.ts';
import {
  keywordTable,
  metaSchema,
  type ActionCatalogue,
  type WidgetCatalogue,
} from '../src/page/index.ts';
import { widgets } from '../renderers/index.ts';
import { errorReference } from './error-reference.ts';
import { migrationSums, SUMS_FILE } from './migration-sums.ts';
import { oneEntryALine } from './one-entry-a-line.ts';

const FOLDER = new URL('../schemas/', import.meta.url);
/** Plain JSON: TypeBox's hidden marks and the lazy views stay behind. */
const plain = <T>(value: unknown): T => JSON.parse(JSON.stringify(value)) as T;

function widgetSpec({
  type,
  version,
  title,
  category,
  props,
  slots,
  events,
  bind,
  designer,
}: WidgetDefinition): unknown {
  return {
    type,
    version,
    title,
    category,
    props,
    ...(slots && { slots }),
    ...(events && { events }),
    ...(bind && { bind }),
    ...(designer && { designer }),
  };
}

/** All widgets by category, for reading: what their definitions say. */
function reference(): string {
  const parts = Object.entries(WIDGET_CATEGORIES).flatMap(([key, category]) => {
    const own = widgets
      .filter((widget) => widget.category === key)
      .toSorted((a, b) => a.type.localeCompare(b.type, 'en'));
    return own.length > 0
      ? [
          `# ${category}`,
          ...own.flatMap((widget) => [`## ${widget.title} ${widget.type}`, widgetDoc(widget)]),
        ]
      : [];
  });
  const head = [
    '<!-- 由 npm run generate 生成，请改组件的定义。 -->',
    '本文列出每个组件的属性、插槽和事件；活的示例在 `/playground`，' +
      '怎样写一个组件见 [widgets.md](widgets.md)。',
  ];
  return `${[...head, ...parts].join('\n\n')}\n`;
}

const GUIDE = '../docs/page-schema.md';
/** The guide of the page language with the table of keywords as it is now. */
function guide(): string {
  const [open, close] = [
    '<!-- form keywords: written by npm run generate -->\n',
    '<!-- /form keywords -->',
  ];
  const text = stored(GUIDE) ?? '';
  const [before, rest] = [
    text.slice(0, text.indexOf(open) + open.length),
    text.slice(text.indexOf(close)),
  ];
  return `${before}${keywordTable()}\n${rest}`;
}

/** Name, seen from schemas/, and text of every generated file. */
export function generatedFiles(): Map<string, string> {
  const widgetList = plain<WidgetCatalogue>(
    [...widgets]
      .sort((a, b) => a.type.localeCompare(b.type, 'en') || a.version - b.version)
      .map(widgetSpec),
  );
  const actionList = plain<ActionCatalogue>(
    [...actions]
      .sort((a, b) => a.name.localeCompare(b.name, 'en'))
      .map(({ name, title, args, result, steps, writes, apart }) => ({
        name,
        title,
        args,
        ...(result && { result }),
        ...(steps && { steps }),
        ...(writes && { writes }),
        ...(apart && { apart }),
      })),
  );
  const text = (value: unknown): string => `${oneEntryALine(value)}\n`;
  return new Map([
    ['widgets.json', text(widgetList)],
    ['actions.json', text(actionList)],
    ['page.schema.json', text(metaSchema(widgetList, actionList))],
    ['../docs/widget-reference.md', reference()],
    ['../docs/errors.md', errorReference()],
    [GUIDE, guide()],
    [`../${SUMS_FILE}`, migrationSums()],
  ]);
}

/** Writes beside the file and renames: a reader never finds half of it. */
function replaceFile(file: URL, text: string): void {
  const beside = new URL(`${file.href}.new`);
  writeFileSync(beside, text);
  renameSync(beside, file);
}

function stored(name: string): string | undefined {
  try {
    return readFileSync(new URL(name, FOLDER), 'utf8');
  } catch {
    return undefined;
  }
}
/** Names of generated files that are missing or say something else. */
export const staleFiles = (): string[] =>
  [...generatedFiles()].filter(([name, text]) => stored(name) !== text).map(([name]) => name);

function main(): void {
  const stale = staleFiles();
  if (process.argv.includes('--check')) {
    if (stale.length > 0) {
      console.error(`生成的文件已过期：${stale.join('、')}。请运行 npm run generate`);
      process.exitCode = 1;
    }
    return;
  }
  mkdirSync(FOLDER, { recursive: true });
  const files = generatedFiles();
  for (const name of stale) replaceFile(new URL(name, FOLDER), files.get(name)!);
  console.log(stale.length > 0 ? `已写入：${stale.join('、')}` : '生成的文件已是最新');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  main();
