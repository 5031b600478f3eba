// The result of a benchmark: printed as a table, stored as dist/bench/<name>.json, written into
// docs/performance.md.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load, median, options, pairedRatio } from './numbers.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DIST = join(ROOT, 'dist/bench');
const PAGE = join(ROOT, 'docs/performance.md');
/** Benchmarks in the order in which the page shows them. */
export const NAMES = [
  'list',
  'large',
  'scoped',
  'bulk',
  'startup',
  'metadata',
  'size',
  'forms',
  'lists',
  'subtable',
  'rules',
  'signin',
  'picker',
  'org',
  'canvas',
  'storm',
  'neighbour',
  'processes',
  'approvals',
  'peers',
];

/**
 * Figures taken while the machine is busier than this say more of its other work: they are printed,
 * not written into the page.
 */
const QUIET = 1.5;
/** The load before this process did anything: what it measures makes a load of its own. */
const BEFORE = load();

export const shown = (value) =>
  !Number.isFinite(value)
    ? '–'
    : value >= 100
      ? value.toFixed(0)
      : value >= 10
        ? value.toFixed(1)
        : value.toFixed(2);

/** A table of its own: {title, head, rows of texts}. */
const matrix = ({ title, head, rows }) => [
  `**${title}**`,
  '',
  `| ${head.join(' | ')} |`,
  `|---|${head
    .slice(1)
    .map(() => '--:')
    .join('|')}|`,
  ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  '',
];

/**
 * One line of a table from the rounds' numbers. `more` is true where more is better (requests a
 * second); `aim` bounds the ratio.
 */
export function measured(what, unit, ours, floor, { aim, more = false } = {}) {
  const ratio = more ? pairedRatio(floor, ours) : pairedRatio(ours, floor);
  return {
    what,
    unit,
    ours: median(ours),
    floor: median(floor),
    ratio,
    ...(aim !== undefined && { aim }),
  };
}

const verdict = ({ ratio, aim }) =>
  aim === undefined ? '' : ratio <= aim ? `≤ ${aim}，达到` : `≤ ${aim}，未达到`;

function print({ title, floor, lines, rounds, note }, at) {
  console.log(
    `\n${title}\n底线：${floor}${rounds ? `；${rounds} 轮交替` : ''}；开始前负载 ${BEFORE.toFixed(1)}，现在 ${at.toFixed(1)}`,
  );
  for (const line of lines) {
    console.log(
      `  ${`${line.what}（${line.unit}）`.padEnd(34)} 活字 ${shown(line.ours).padStart(7)}  底线 ${shown(line.floor).padStart(7)}  比值 ${shown(line.ratio).padStart(6)}  ${verdict(line)}`,
    );
  }
  if (note) console.log(`  ${note}`);
}

/**
 * Prints and stores a result: {name, title, floor: what ours is compared with, command, rounds?,
 * lines, tables?, note?}, with facts about the machine and its load at that moment.
 */
export function report(result, facts = {}) {
  const at = load();
  print(result, at);
  mkdirSync(DIST, { recursive: true });
  const machine = {
    cores: cpus().length,
    cpu: cpus()[0]?.model ?? '',
    memoryGB: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    ...facts,
  };
  writeFileSync(
    join(DIST, `${result.name}.json`),
    `${JSON.stringify({ ...result, before: BEFORE, load: at, day: new Date().toISOString().slice(0, 10), machine }, null, 2)}\n`,
  );
}

/**
 * What may go into the page: measured on a quiet machine, or --any-load says to take it as it is.
 */
const isQuiet = ({ before }) => before < QUIET || options()['any-load'] === true;

function kept(name) {
  const path = join(DIST, `${name}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

const row = (line) =>
  `| ${line.what} | ${line.unit} | ${shown(line.ours)} | ${shown(line.floor)} | ${shown(line.ratio)} | ${verdict(line)} |`;

function section({
  title,
  floor,
  command,
  rounds,
  lines,
  tables = [],
  note,
  before,
  load: at,
  day,
}) {
  return [
    `### ${title}`,
    '',
    `底线：${floor}。`,
    '',
    ...(lines.length > 0
      ? [
          '| 指标 | 单位 | 活字 | 底线 | 比值 | 目标 |',
          '|---|---|--:|--:|--:|---|',
          ...lines.map(row),
          '',
        ]
      : []),
    ...tables.flatMap(matrix),
    `\`${command}\`，${day}${rounds ? `，${rounds} 轮交替` : ''}，${before === undefined ? '' : `开始前负载 ${before.toFixed(1)}，结束时`}负载 ${at.toFixed(1)}。${note ?? ''}`,
    '',
  ].join('\n');
}

/** The programs of the machine that these results do not name are those the page named. */
function facts(results, before) {
  const named = (program) => new RegExp(`^机器：.*${program} ([\\d.]+\\d)`, 'm').exec(before)?.[1];
  const machine = Object.assign(
    { postgres: named('PostgreSQL'), chromium: named('Chromium') },
    ...results.map((result) => result.machine),
  );
  const list = [
    `${machine.cores} 核 ${machine.cpu}`,
    `内存 ${machine.memoryGB} GB`,
    `Node.js ${machine.node}`,
  ];
  if (machine.postgres) list.push(`PostgreSQL ${machine.postgres}`);
  if (machine.chromium) list.push(`Chromium ${machine.chromium}`);
  return `机器：${list.join('，')}。`;
}

const BEGIN = '<!-- 以下由 npm run bench 写入 -->';
const END = '<!-- 以上由 npm run bench 写入 -->';

/** What the page says of each benchmark, by its name: named in a comment before its title. */
function sectionsOf(text) {
  const parts = text.split(/<!-- ([a-z]+) -->\n/).slice(1);
  const sections = new Map();
  for (let i = 0; i < parts.length; i += 2) sections.set(parts[i], parts[i + 1].trim());
  return sections;
}

/**
 * Writes the results just measured (`ran`) between the marks of the page; what others said there
 * stays. Refuses when one of them was taken on a busy machine.
 */
export function writePage(ran = []) {
  const results = ran.map(kept).filter(Boolean);
  const busy = results.filter((result) => !isQuiet(result));
  if (busy.length > 0) {
    console.error(
      `未写入 docs/performance.md：${busy.map(({ name, before }) => `${name} 开始前负载 ${before.toFixed(1)}`).join('，')}，应低于 ${QUIET}（--any-load 仍然写入）`,
    );
    return false;
  }
  const page = readFileSync(PAGE, 'utf8');
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from)
    throw new Error(`${dirname(PAGE)}: performance.md 缺少标记行 ${BEGIN}`);
  const sections = sectionsOf(page.slice(from, to));
  for (const result of results) sections.set(result.name, section(result));
  const named = NAMES.filter((name) => sections.has(name)).map(
    (name) => `<!-- ${name} -->\n\n${sections.get(name)}\n`,
  );
  const text = [facts(results, page), '', ...named].join('\n');
  writeFileSync(`${PAGE}.new`, `${page.slice(0, from)}${BEGIN}\n\n${text}\n${page.slice(to)}`);
  renameSync(`${PAGE}.new`, PAGE);
  execFileSync(process.execPath, [join(ROOT, 'node_modules/oxfmt/bin/oxfmt'), PAGE]);
  return true;
}
