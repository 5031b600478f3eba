import type { SelectOption } from '../../contract/index.ts';

/** Every option of a tree, parents before their children. */
export const allOptions = (options: readonly SelectOption[] = []): SelectOption[] =>
  options.flatMap((option) => [option, ...allOptions(option.children)]);
export const allCodes = (options: readonly SelectOption[] = []): string[] =>
  allOptions(options).map((option) => option.code);

/** The options from the root down to a code, both included; empty when there is none of it. */
export function optionPath(options: readonly SelectOption[] = [], code: unknown): SelectOption[] {
  for (const option of options) {
    if (option.code === code) return [option];
    const below = optionPath(option.children, code);
    if (below.length > 0) return [option, ...below];
  }
  return [];
}
