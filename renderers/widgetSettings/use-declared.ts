import { useEffect, useMemo, useState } from 'react';
import {
  declaringPage,
  settingValue,
  spreadSetting,
  type ChoicePlace,
  type Setting,
} from '../../src/studio/settings/index.ts';
import { isRecord } from '../../src/values/index.ts';
import { usePage } from '../../src/view/index.ts';

type Page = ChoicePlace['document'];
/** Pages by their keys; null for one that cannot be read. */
type Pages = Readonly<Record<string, Page | null>>;
function usePages(keys: readonly string[]): Pages {
  const { load } = usePage();
  const [pages, setPages] = useState<Pages>({});
  const missing = keys.find((key) => !Object.hasOwn(pages, key));
  useEffect(() => {
    if (missing === undefined) return undefined;
    let stays = true;
    const keep = (page: Page | null): void => {
      if (stays) setPages((before) => ({ ...before, [missing]: page }));
    };
    load(missing).then(
      ({ document }) => keep(document),
      () => keep(null),
    );
    return () => {
      stays = false;
    };
  }, [missing, load]);
  return pages;
}

/**
 * The settings, with one for each parameter of the page that is chosen, and for each thing its block
 * shares. Until the page is known they are not shown; as JSON where it cannot be read.
 */
export function useDeclared(
  settings: readonly Setting[],
  target: object,
  place: ChoicePlace,
): readonly Setting[] {
  const keys = settings.map((setting) => declaringPage(setting, target, place));
  const pages = usePages(keys.filter((key) => key !== undefined));
  const given = settings.map(({ path }, at) => {
    const value = keys[at] === undefined ? undefined : settingValue(target, path);
    return isRecord(value) ? Object.keys(value) : [];
  });
  // Only when one of these changes, not with every value.
  const made = JSON.stringify(keys.map((key, at) => [key ?? null, given[at]]));
  return useMemo(() => {
    const known = JSON.parse(made) as [string | null, string[]][];
    return settings.flatMap((setting, at) => {
      const [key, names] = known[at]!;
      if (key === null) return [setting];
      const page = pages[key];
      if (page === undefined) return [];
      return page === null ? [setting] : spreadSetting(setting, page, names);
    });
  }, [settings, pages, made]);
}
