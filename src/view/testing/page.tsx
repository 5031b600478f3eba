import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PageGrant } from '../../contract/index.ts';
import {
  flatten,
  type NestedDocument,
  type NestedNode,
  type PageDocument,
} from '../../page/index.ts';
import { actions, type ActionDefinition } from '../../runtime/actions/index.ts';
import type { WidgetDefinition } from '../kit/types.ts';
import { createRegistry } from '../registry/registry.ts';
import type { PageScope } from '../../runtime/scope/index.ts';
import type { LoadedPage } from '../context/context.ts';
import { PageView } from '../page/page-view.tsx';
import { fakePorts, type FakePorts, type FakePortsOptions } from './ports.ts';

type Given = Omit<PageDocument, 'spec' | 'key' | 'rev' | 'title' | 'root' | 'nodes'> & {
  body: NestedNode;
  key?: string;
  title?: PageDocument['title'];
};

/** A page document from its parts, the head filled in. */
export function pageOf({ key = 'test.page', title = '测试', ...parts }: Given): PageDocument {
  return flatten({ spec: 'page/1', key, rev: 1, title, ...parts } as NestedDocument);
}

export interface TestOptions extends FakePortsOptions {
  widgets: readonly WidgetDefinition[];
  ports?: FakePorts;
  params?: Record<string, unknown>;
  actions?: readonly ActionDefinition[];
  /** Other pages, for what embeds them. */
  pages?: Record<string, PageDocument>;
  /** In place of the documents above. */
  load?: (key: string) => Promise<PageDocument>;
  /** Who wrote the pages, by their keys; the program unless given. */
  grants?: Readonly<Record<string, PageGrant>>;
  onEmit?: (event: string, payload: unknown) => void;
  outlet?: React.ReactNode;
}

/**
 * What a person does with a page and sees of it, in words of the screen: labels, button texts,
 * contents.
 */
export class TestPage {
  readonly user = userEvent.setup();
  /** The running scope; undefined when the page could not be opened. */
  scope!: PageScope;
  constructor(
    readonly ports: FakePorts,
    readonly container: HTMLElement,
    private readonly draw: (params: Record<string, unknown>) => void,
    readonly leave: () => void,
  ) {}

  field(label: string): HTMLElement {
    return screen.getByLabelText(new RegExp(`^${escaped(label)}`));
  }
  async type(label: string, text: string): Promise<void> {
    await this.user.clear(this.field(label));
    if (text !== '') await this.user.type(this.field(label), text);
    await this.settle();
  }
  /** Chooses in a select, found by its label or handed in. */
  async choose(select: string | HTMLElement, option: string): Promise<void> {
    await this.user.click(typeof select === 'string' ? screen.getByLabelText(select) : select);
    await this.user.click(screen.getByRole('option', { name: option }));
    await this.settle();
  }
  /** What a select offers, read from its open list. */
  async offered(select: HTMLElement): Promise<string[]> {
    await this.user.click(select);
    const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
    await this.user.keyboard('{Escape}');
    return options;
  }
  async click(name: string): Promise<void> {
    const button =
      screen.queryByRole('button', { name }) ??
      screen.queryByRole('link', { name }) ??
      screen.getByText(name);
    await this.user.click(button);
    await this.settle();
  }
  async press(keys: string): Promise<void> {
    await this.user.keyboard(keys);
    await this.settle();
  }
  async params(params: Record<string, unknown>): Promise<void> {
    this.draw(params);
    await this.settle();
  }
  /** Lets promises and effects that are due finish. */
  async settle(): Promise<void> {
    await act(async () => {
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
    });
  }
  sees(text: string): boolean {
    return this.container.ownerDocument.body.textContent?.includes(text) ?? false;
  }
  within(label: string): ReturnType<typeof within> {
    return within(this.field(label));
  }

  /**
   * Checks the screen: values of fields by label, `sees` and `lacks` for texts; throws an Error
   * that names what differs.
   */
  expects({
    sees = [],
    lacks = [],
    ...values
  }: {
    sees?: string | string[];
    lacks?: string | string[];
    [label: string]: unknown;
  }): void {
    const wrong: string[] = [];
    for (const text of [sees].flat()) if (!this.sees(text)) wrong.push(`does not see “${text}”`);
    for (const text of [lacks].flat()) if (this.sees(text)) wrong.push(`sees “${text}”`);
    for (const [label, value] of Object.entries(values)) {
      const shown = (this.field(label) as HTMLInputElement).value;
      if (shown !== String(value)) wrong.push(`“${label}” is “${shown}”, not “${String(value)}”`);
    }
    if (wrong.length > 0)
      throw new Error(`${wrong.join('; ')}\n${this.container.textContent ?? ''}`);
  }
}
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Turns of the event loop a page may take to come: far more than any test needs. */
const MAX_TURNS = 2_000;

/** Opens a page in jsdom with a fake world around it; earlier pages are taken away first. */
export async function testPage(
  document: PageDocument,
  {
    widgets,
    ports: given,
    params = {},
    actions: known = actions,
    pages = {},
    load: givenLoad,
    grants = {},
    onEmit,
    outlet,
    ...world
  }: TestOptions,
): Promise<TestPage> {
  cleanup();
  const ports = given ?? fakePorts(world);
  const registry = createRegistry(widgets, known);
  const find =
    givenLoad ??
    ((key: string): Promise<PageDocument> => {
      const found = key === document.key ? document : pages[key];
      return found ? Promise.resolve(found) : Promise.reject(new Error(`没有名为“${key}”的页面`));
    });
  const load = async (key: string): Promise<LoadedPage> => ({
    ...(grants[key] ?? { origin: 'program', allows: [] }),
    document: await find(key),
  });
  const onScope = (scope: PageScope | null): void => {
    if (scope) page.scope = scope;
  };
  const view = (now: Record<string, unknown>): React.ReactNode => (
    <PageView
      pageKey={document.key}
      params={now}
      ports={ports}
      registry={registry}
      load={load}
      onEmit={onEmit}
      onScope={onScope}
      outlet={outlet}
    />
  );
  let drawn: ReturnType<typeof render> | undefined;
  const page: TestPage = new TestPage(
    ports,
    globalThis.document.body,
    (now) => drawn!.rerender(view(now)),
    () => drawn!.unmount(),
  );
  await act(async () => {
    drawn = render(view(params));
  });
  // The views' modules come in their own time.
  for (
    let turn = 0;
    turn < MAX_TURNS && !page.scope && !globalThis.document.querySelector('.hz-page-message');
    turn++
  )
    await page.settle();
  await page.settle();
  return page;
}
