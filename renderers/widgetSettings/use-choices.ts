import { useEffect, useMemo, useState } from 'react';
import type { PageScope } from '../../src/runtime/scope/index.ts';
import {
  CHOICES_CELL,
  choicesFollow,
  offerOf,
  settingValue,
  shownChoices,
  type ChoicePlace,
  type Choices,
  type Setting,
} from '../../src/studio/settings/index.ts';
import { useStable } from '../../src/ui/hooks/index.ts';

/** The settings, with those marked whose names can be chosen in this place. */
export function useOffered(settings: readonly Setting[], place: ChoicePlace): readonly Setting[] {
  return useMemo(
    () =>
      settings.map((setting) =>
        offerOf(setting, place) ? { ...setting, offered: true } : setting,
      ),
    [settings, place],
  );
}

type Loaded = Readonly<Record<string, Choices>>;
/** Loads what each setting is chosen from; one that fails stays as it is written. */
async function loadChoices(settings: readonly Setting[], place: ChoicePlace): Promise<Loaded> {
  const loading = new Map<string, Promise<Choices | null>>();
  const found = await Promise.all(
    settings.map(async (setting) => {
      const { name, shape, offered, offers } = setting;
      const load = offered ? offerOf(setting, place) : null;
      if (!load) return [];
      const key = offers ? name : JSON.stringify(shape['x-kind']);
      const choices = loading.get(key) ?? load().catch(() => null);
      loading.set(key, choices);
      const known = await choices;
      return known ? [[name, known] as const] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}

/** Fills the cell of the settings' page with what may be chosen, as soon as it is known. */
export function useChoices(
  scope: PageScope | null,
  settings: readonly Setting[],
  place: ChoicePlace,
  target: unknown,
): void {
  const [loaded, setLoaded] = useState<Loaded>({});
  // Asked for once a form and when what they follow from changes, not for every change.
  const follows = JSON.stringify(settings.map((setting) => choicesFollow(setting, place)));
  const load = useStable(() => loadChoices(settings, place));
  useEffect(() => {
    let stays = true;
    if (settings.some(({ offered }) => offered))
      void load().then((found) => {
        if (stays) setLoaded(found);
      });
    return () => {
      stays = false;
    };
  }, [settings, load, follows]);
  useEffect(() => {
    scope?.cells.get(CHOICES_CELL)?.set(
      Object.fromEntries(
        settings.flatMap(({ name, path }) => {
          const choices = loaded[name];
          return choices ? [[name, shownChoices(choices, settingValue(target, path))]] : [];
        }),
      ),
    );
  }, [scope, loaded, settings, target]);
}
