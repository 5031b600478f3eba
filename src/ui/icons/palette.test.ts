import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { COLORS, barStyle, tagStyle } from './palette.ts';

const css = readFileSync(
  createRequire(import.meta.url).resolve('@arco-design/web-react/dist/css/arco.css'),
  'utf8',
);

/** Arco's palette steps of a theme: name and step to red, green, blue of 0 to 255. */
function stepsOf(selector: string): ReadonlyMap<string, readonly number[]> {
  const block = [...css.matchAll(/([^{}]+)\{([^{}]*--red-1:[^{}]*)\}/g)].find(
    ([, before]) => before!.trim().split('\n').at(-1) === selector,
  )![2]!;
  return new Map(
    [...block.matchAll(/(--[a-z]+-\d+):\s*(\d+),\s*(\d+),\s*(\d+)/g)].map(([, name, ...rgb]) => [
      name!,
      rgb.map(Number),
    ]),
  );
}

/** Relative luminance of WCAG 2.2. */
function luminance(rgb: readonly number[]): number {
  const [r, g, b] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
function contrast(one: readonly number[], other: readonly number[]): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

const variables = (style: string): string[] => [...style.matchAll(/--[a-z]+-\d+/g)].map(String);

describe.each(['body', "body[arco-theme='dark']"])('the colours of options under %s', (theme) => {
  const steps = stepsOf(theme);
  it.each(COLORS)('%s can be read in a tag and in a bar (4.5 : 1)', (color) => {
    for (const { background, color: text } of [tagStyle(color), barStyle(color)]) {
      const ground = variables(background).at(-1)!;
      const [words] = variables(text);
      expect(contrast(steps.get(ground)!, steps.get(words!)!)).toBeGreaterThanOrEqual(4.5);
    }
  });
});
