import type { EnginePorts } from '../../src/runtime/ports/index.ts';
import { isRecord, textOf } from '../../src/values/index.ts';
import { colorName } from '../../src/ui/icons/index.ts';

/**
 * Palettes in the order they are assigned; neighbours are distinguishable, also with colour vision
 * deficiencies.
 */
const PALETTES = [
  'arcoblue',
  'cyan',
  'orange',
  'purple',
  'green',
  'gold',
  'magenta',
  'orangered',
] as const;
/** Names whose colour is remembered: a few boards full of charts. */
const MAX_KNOWN = 400;
const KEY = 'chart.palettes';

/** Which palette each name wears: the same in every chart a person sees, today and tomorrow. */
export interface PaletteBook {
  /**
   * A palette for each name of one chart: given ones first, then what the name wore before, else
   * the next that no other name of this chart wears. Two names share one only when there are more
   * names than palettes.
   */
  of(
    names: readonly string[],
    given: Readonly<Record<string, string>>,
  ): ReadonlyMap<string, string>;
}

export function makeBook(
  known: Map<string, string>,
  note: (known: ReadonlyMap<string, string>) => void,
): PaletteBook {
  return {
    of(names, given) {
      const found = new Map<string, string>();
      for (const name of names) if (given[name]) found.set(name, colorName(given[name]));
      const taken = () => new Set(found.values());
      for (const name of names) {
        const before = known.get(name);
        if (before && !found.has(name) && !taken().has(before)) found.set(name, before);
      }
      let isNew = false;
      names.forEach((name, at) => {
        if (found.has(name)) return;
        const worn = taken();
        found.set(
          name,
          PALETTES.find((palette) => !worn.has(palette)) ?? PALETTES[at % PALETTES.length]!,
        );
        if (!known.has(name) && known.size < MAX_KNOWN) {
          known.set(name, found.get(name)!);
          isNew = true;
        }
      });
      if (isNew) note(known);
      return found;
    },
  };
}

const books = new WeakMap<object, PaletteBook>();
/** The book of this person's browser. */
export function paletteBook({ remembered }: Pick<EnginePorts, 'remembered'>): PaletteBook {
  let book = books.get(remembered);
  if (!book) {
    const kept = remembered.get(KEY);
    const known = new Map(
      Object.entries(isRecord(kept) ? kept : {}).map(([name, palette]) => [
        name,
        colorName(textOf(palette)),
      ]),
    );
    book = makeBook(known, (now) => remembered.set(KEY, Object.fromEntries(now)));
    books.set(remembered, book);
  }
  return book;
}
