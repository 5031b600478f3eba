import { isRecord, partOf, recordsOf, textOf, withPart } from '../../src/values/index.ts';
import type { ScopedChecksProps } from './index.ts';

export interface Item {
  readonly key: string;
  readonly title: string;
  readonly hint: string;
  readonly group: string;
}
export interface Choice {
  readonly key: string;
  readonly title: string;
}
/** Of a row that is not ticked. */
export const NONE = 'none';
/** Of a row without a scope of its own. */
export const FOLLOWS = '';

export const itemsOf = (given: unknown): Item[] =>
  recordsOf(given).map((each) => ({
    key: textOf(each['key']),
    title: textOf(each['title']),
    hint: textOf(each['hint']),
    group: textOf(each['group']),
  }));
export const choicesOf = (given: unknown): Choice[] =>
  recordsOf(given).map((each) => ({ key: textOf(each['key']), title: textOf(each['title']) }));
export const partPath = (part: unknown): string[] => textOf(part).split('.').filter(Boolean);

/** A value of ticked rows and their scopes, as it is read and changed. */
export class Scopes {
  private readonly checkedKey = 'ops';
  private readonly scopeKey = 'scope';
  private readonly follow: string;
  private readonly otherwise = 'all';
  constructor(
    readonly value: unknown,
    props: ScopedChecksProps,
  ) {
    this.follow = textOf(props.follow);
  }
  private get checked(): string[] {
    const list = partOf(this.value, [this.checkedKey]);
    return Array.isArray(list) ? list.map(textOf) : [];
  }
  /** The row's own scope: a choice, or one with settings; undefined without one. */
  private own(key: string): unknown {
    return partOf(this.value, [this.scopeKey, key]);
  }
  isChecked(key: string): boolean {
    return this.checked.includes(key) && this.own(key) !== NONE;
  }
  /** The key of the row's own choice. */
  choice(key: string): string {
    const own = this.own(key);
    if (!this.isChecked(key)) return NONE;
    if (isRecord(own)) return Object.keys(own)[0] ?? FOLLOWS;
    return textOf(own) || (this.canFollow(key) ? FOLLOWS : this.otherwise);
  }
  settings(key: string, choice: string): unknown {
    return partOf(this.own(key), [choice]);
  }
  canFollow(key: string): boolean {
    return this.follow !== '' && this.follow !== key;
  }
  /** What the row comes to, to be compared. */
  reach(key: string): string {
    if (!this.isChecked(key)) return NONE;
    const own = this.own(key) ?? (this.canFollow(key) ? this.own(this.follow) : undefined);
    return JSON.stringify(own ?? this.otherwise);
  }
  /** The row comes to something else; one that follows in both is no difference of its own. */
  differs(other: Scopes, key: string): boolean {
    const follow = this.choice(key) === FOLLOWS && other.choice(key) === FOLLOWS;
    return !follow && this.reach(key) !== other.reach(key);
  }
  /** The title of what the row comes to. */
  says(key: string, choices: readonly Choice[], none: string): string {
    if (!this.isChecked(key)) return none;
    const chosen = this.choice(key);
    const at = chosen === FOLLOWS ? this.choice(this.follow) : chosen;
    const real = at === NONE || at === FOLLOWS ? this.otherwise : at;
    return choices.find((choice) => choice.key === real)?.title ?? real;
  }
  /** The value with the rows ticked or not, in the order of all rows. */
  check(keys: readonly string[], on: boolean, items: readonly Item[]): unknown {
    const ticked = items
      .filter(({ key }) => (keys.includes(key) ? on : this.isChecked(key)))
      .map(({ key }) => key);
    const base = this.value ?? {};
    return keys
      .filter((key) => !on || this.own(key) === NONE)
      .reduce<unknown>(
        (value, key) => withPart(value, [this.scopeKey, key], undefined),
        withPart(base, [this.checkedKey], ticked),
      );
  }
  /** With the ticked rows and scopes of another value; the rest stays. */
  fill(from: unknown): unknown {
    return [this.checkedKey, this.scopeKey].reduce<unknown>(
      (value, key) => withPart(value, [key], partOf(from, [key])),
      this.value ?? {},
    );
  }
  /** The other value has the same ticked rows with the same scopes. */
  isSame(other: Scopes, items: readonly Item[]): boolean {
    return items.every(({ key }) => other.reach(key) === this.reach(key));
  }
  choose(key: string, choice: string, hasSettings: boolean, items: readonly Item[]): unknown {
    if (choice === NONE) return this.check([key], false, items);
    const ticked = this.check([key], true, items);
    const scope =
      choice === FOLLOWS
        ? undefined
        : hasSettings
          ? { [choice]: this.settings(key, choice) ?? '' }
          : choice;
    return withPart(ticked, [this.scopeKey, key], scope);
  }
  set(key: string, choice: string, settings: unknown): unknown {
    return withPart(this.value, [this.scopeKey, key], { [choice]: settings ?? '' });
  }
}
