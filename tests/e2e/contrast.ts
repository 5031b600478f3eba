import type { AxeResults } from 'axe-core';
import type { Page } from '@playwright/test';

/**
 * What axe leaves undecided although colours alone decide it: texts of one character, and texts
 * whose box axe takes for covered. The latter depends on the width of the font's digits, so that
 * the same page passes on one machine and fails on another.
 */
const UNDECIDED: readonly unknown[] = ['shortTextContent', 'elmPartiallyObscured'];
/** WCAG 2.1, 1.4.3, for texts below 24 px, or below 18.66 px when bold. */
const ENOUGH = 4.5;
const ENOUGH_LARGE = 3;

interface Undecided {
  selector: string;
  least: number;
}

function undecidedOf(incomplete: AxeResults['incomplete']): Undecided[] {
  const nodes = incomplete
    .filter(({ id }) => id === 'color-contrast')
    .flatMap((rule) => rule.nodes);
  return nodes.flatMap(({ any, target }) => {
    const data = any[0]?.data as
      | { messageKey?: string; expectedContrastRatio?: string }
      | undefined;
    const selector = target[0];
    if (!UNDECIDED.includes(data?.messageKey) || typeof selector !== 'string') return [];
    return [
      { selector, least: data?.expectedContrastRatio?.startsWith('3') ? ENOUGH_LARGE : ENOUGH },
    ];
  });
}

/**
 * Texts whose colour is too close to the background behind them, judged by the colours the browser
 * computed.
 */
export async function lowContrastTexts(
  page: Page,
  incomplete: AxeResults['incomplete'],
): Promise<string[]> {
  return page.evaluate((undecided) => {
    type Rgba = readonly [number, number, number, number];
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const rgba = (color: string): Rgba => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      return [r!, g!, b!, a! / 255];
    };
    const over = (top: Rgba, below: Rgba): Rgba => {
      const mix = (at: 0 | 1 | 2) => top[at] * top[3] + below[at] * (1 - top[3]);
      return [mix(0), mix(1), mix(2), 1];
    };
    const behind = (element: Element | null): Rgba => {
      if (!element) return [255, 255, 255, 1];
      const own = rgba(getComputedStyle(element).backgroundColor);
      return own[3] === 1 ? own : over(own, behind(element.parentElement));
    };
    const isOpaque = (element: Element | null): boolean =>
      !element || (getComputedStyle(element).opacity === '1' && isOpaque(element.parentElement));
    const luminance = (color: Rgba): number => {
      const [r, g, b] = [color[0], color[1], color[2]].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    };
    return undecided.flatMap(({ selector, least }) => {
      const element = document.querySelector(selector);
      if (!element || !isOpaque(element)) return [];
      const background = behind(element);
      const text = over(rgba(getComputedStyle(element).color), background);
      const [light, dark] = [luminance(text), luminance(background)].sort((a, b) => b - a);
      const ratio = (light! + 0.05) / (dark! + 0.05);
      return ratio < least
        ? [`contrast ${ratio.toFixed(2)} of ${least}: ${element.outerHTML.slice(0, 120)}`]
        : [];
    });
  }, undecidedOf(incomplete));
}
