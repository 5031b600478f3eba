import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** What a story took of a person: presses of the mouse or finger, keys of commands, characters typed. */
interface Effort {
  clicks: number;
  keys: number;
  characters: number;
}

declare global {
  interface Window {
    countEffort?: (kind: keyof Effort, by: number) => void;
  }
}

/**
 * Counts what a person does at a page, and the seconds each part takes. `report` writes them as a
 * table of Markdown to test-results: docs/first-day.md repeats it.
 */
export class EffortCount {
  private readonly total: Effort = { clicks: 0, keys: 0, characters: 0 };
  private readonly lines: string[] = [];
  private since = Date.now();
  private before: Effort = { ...this.total };

  async watch(page: Page): Promise<void> {
    await page.exposeFunction('countEffort', (kind: keyof Effort, by: number) => {
      this.total[kind] += by;
    });
    await page.addInitScript(() => {
      const count: Window['countEffort'] = (kind, by) => window.countEffort?.(kind, by);
      addEventListener('pointerdown', () => count('clicks', 1), true);
      addEventListener(
        'keydown',
        ({ key, ctrlKey }) => (key.length > 1 || ctrlKey) && count('keys', 1),
        true,
      );
      addEventListener(
        'input',
        (event) => count('characters', (event as InputEvent).data?.length ?? 0),
        true,
      );
    });
  }

  /** Seconds before this were another person's. */
  resumes(): void {
    this.since = Date.now();
  }

  /** Ends a part of the story. */
  part(title: string): void {
    const { clicks, keys, characters } = this.total;
    const seconds = (Date.now() - this.since) / 1_000;
    this.lines.push(
      `| ${title} | ${clicks - this.before.clicks} | ${keys - this.before.keys} | ${characters - this.before.characters} | ${seconds.toFixed(1)} |`,
    );
    this.before = { ...this.total };
    this.since = Date.now();
  }

  report(name: string): void {
    const head = '| part | clicks | keys | characters | seconds |\n| --- | --- | --- | --- | --- |';
    writeFileSync(`test-results/${name}.md`, `${head}\n${this.lines.join('\n')}\n`);
  }
}
