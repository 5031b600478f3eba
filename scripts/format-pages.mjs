// npm run format: writes page documents and examples of widgets as page-format.mjs says; --check
// only names those that are written otherwise.
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatPage } from './lib/page-format.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const pages = readdirSync('schemas/pages', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name) => join('schemas/pages', name));
const examples = readdirSync('renderers', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('example.json'))
  .map((name) => join('renderers', name));

const isCheck = process.argv.includes('--check');
const changed = [];
for (const file of [...pages, ...examples]) {
  const text = readFileSync(file, 'utf8');
  const formatted = formatPage(JSON.parse(text));
  if (formatted === text) continue;
  changed.push(file);
  if (isCheck) continue;
  writeFileSync(`${file}.new`, formatted);
  renameSync(`${file}.new`, file);
}
if (isCheck && changed.length > 0) {
  console.error(`这些页面文档的写法不对，请运行 npm run format：\n${changed.join('\n')}`);
  process.exitCode = 1;
}
