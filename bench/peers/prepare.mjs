// Installs the peers' packages, pinned, in folders of their own, and says what each page is built
// from.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm, run } from '../../scripts/lib/run.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Brings the groups the pages need; already there is fine. */
export async function install(pages) {
  for (const group of new Set(pages.map((page) => page.group))) {
    if (existsSync(join(here, group, 'node_modules/.package-lock.json'))) continue;
    console.log(`安装对照引擎 ${group} …`);
    if ((await run(npm, ['ci', '--no-audit', '--no-fund'], { cwd: join(here, group) })) !== 0)
      throw new Error(`对照引擎 ${group} 安装失败：请检查网络后重试`);
  }
}
/** A page of a peer as the builder of the browser benchmarks takes it. */
export const pageOf = ({ name, group, entry, define }) => ({
  name,
  entry,
  define,
  home: join(here, group),
});
/** package@version, as installed. */
export const versionsOf = ({ group, packages }) =>
  packages.map(
    (each) =>
      `${each} ${JSON.parse(readFileSync(join(here, group, 'node_modules', each, 'package.json'), 'utf8')).version}`,
  );
