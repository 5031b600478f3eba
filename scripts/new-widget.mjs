// npm run new:widget NAME [标题]: writes renderers/NAME/ (definition, view, example, test) and its
// line in renderers/index.ts.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LIST = join(ROOT, 'renderers/index.ts');
const MAX_NAME = 30;
/** Words that cannot name the import of a widget. */
const RESERVED = new Set(
  'break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield await async of get set type widgets index'.split(
    ' ',
  ),
);

/** Says what is wrong with the name, or nothing. */
function refusal(name) {
  if (!name) return '请给出组件名，例如：npm run new:widget rating 评分';
  if (!/^[a-z][A-Za-z0-9]*$/.test(name))
    return `组件名 ${name} 应当是小写开头的英文驼峰，例如 starRating`;
  if (name.length > MAX_NAME) return `组件名太长，最多 ${MAX_NAME} 个字母`;
  if (RESERVED.has(name)) return `${name} 是保留字，请换一个名字`;
  if (existsSync(join(ROOT, 'renderers', name))) return `组件 ${name} 已经存在：renderers/${name}`;
  return '';
}

const definition = (
  name,
  title,
  Name,
) => `import { defineWidget, props, textProp, type WidgetDefinition } from '../../src/view/kit/index.ts';
import type { Static } from 'typebox';

const ${name}Props = props({
  text: textProp('文字'),
});
export type ${Name}Props = Static<typeof ${name}Props>;

const ${name}: WidgetDefinition = defineWidget({
  type: '${name}', version: 1, title: '${title}', category: 'display',
  props: ${name}Props,
  events: { click: { title: '点击' } },
  view: () => import('./View.tsx'),
});
export default ${name};
`;

const view = (
  name,
  title,
  Name,
) => `import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { textOf } from '../../src/values/index.ts';
import type { ${Name}Props } from './index.ts';

/** ${title}. Reads its node only; what it reads is what it is drawn again for. */
export default function ${Name}View({ node }: WidgetViewProps<${Name}Props>) {
  const text = textOf(node.props.text);
  if (!node.handles('click')) return <span>{text}</span>;
  return <button type="button" disabled={node.state.disabled} onClick={() => void node.emit('click')}>{text}</button>;
}
`;

const example = (name, title) =>
  `${JSON.stringify({ type: `${name}@1`, props: { text: title }, on: { click: [{ do: 'toast', args: { kind: 'info', text: '已点击' } }] } })}\n`;

const test = (name, title) => `// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageOf, testPage } from '../../src/view/testing/index.ts';
import { widgets } from '../index.ts';

beforeAll(() => Promise.all(widgets.filter(({ type }) => type === '${name}').map(({ view }) => view())));

describe('${title}', () => {
  it('shows its text', async () => {
    await testPage(pageOf({ body: { type: '${name}@1', props: { text: '文字' } } }), { widgets });
    expect(screen.getByText('文字')).toBeTruthy();
  });
  it('runs its actions at a click', async () => {
    const page = pageOf({ body: { type: '${name}@1', props: { text: '文字' }, on: { click: [{ do: 'toast', args: { kind: 'info', text: '按下' } }] } } });
    const test = await testPage(page, { widgets });
    await test.user.click(screen.getByRole('button', { name: '文字' }));
    await test.settle();
    expect(test.ports.log.filter(({ kind }) => kind === 'toast')).toHaveLength(1);
  });
});
`;

/** Puts a line where its name belongs among lines of the same form, letter case aside. */
function insert(lines, form, name, line) {
  const at = lines.findIndex((other) => {
    const found = form.exec(other);
    return found !== null && found[1].toLowerCase() > name.toLowerCase();
  });
  const last = lines.findLastIndex((other) => form.test(other));
  if (last < 0) throw new Error('renderers/index.ts 的写法变了，请手工加入');
  lines.splice(at < 0 ? last + 1 : at, 0, line);
}

function list(name) {
  const lines = readFileSync(LIST, 'utf8').split('\n');
  insert(
    lines,
    /^import \w+ from '\.\/(\w+)\/index\.ts';$/,
    name,
    `import ${name} from './${name}/index.ts';`,
  );
  insert(lines, /^ {2}(\w+),$/, name, `  ${name},`);
  writeFileSync(LIST, lines.join('\n'));
}

function main([name, title = name]) {
  const wrong =
    refusal(name) || (/['`\\$\n{}]/.test(title) ? '标题里不能有引号、反斜线、$ 或花括号' : '');
  if (wrong) {
    console.error(wrong);
    return 1;
  }
  const folder = join(ROOT, 'renderers', name);
  const Name = name[0].toUpperCase() + name.slice(1);
  list(name);
  mkdirSync(folder);
  const files = {
    'index.ts': definition(name, title, Name),
    'View.tsx': view(name, title, Name),
    'example.json': example(name, title),
    [`${name}.test.tsx`]: test(name, title),
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  execFileSync(join(ROOT, 'node_modules/.bin/oxfmt'), [folder], { cwd: ROOT });
  console.log(
    `已写好 renderers/${name}/（${Object.keys(files).join('、')}），并列入 renderers/index.ts。\n下一步：改 View.tsx，再运行 npm run generate 和 npx vitest run renderers/${name}；试验页在 /playground/${name}，写法见 docs/widgets.md`,
  );
  return 0;
}

process.exitCode = main(process.argv.slice(2));
