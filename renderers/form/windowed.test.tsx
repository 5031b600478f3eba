// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageOf, testPage, type TestPage } from '../../src/view/testing/index.ts';
import { widgets } from '../index.ts';

const FIELDS = 300;
/** The last field that is an input from the start. */
const FIRST = 19;
const names = Array.from({ length: FIELDS }, (_, at) => `f${at}`);
const labelOf = (at: number): string => `字段 ${at} 号`;

/** jsdom has no screen: the tests say what comes near it. */
class FakeObserver {
  static readonly all = new Set<FakeObserver>();
  readonly elements = new Set<Element>();
  constructor(
    readonly tell: (
      seen: {
        target: Element;
        isIntersecting: boolean;
        boundingClientRect: { top: number; bottom: number };
      }[],
    ) => void,
  ) {
    FakeObserver.all.add(this);
  }
  observe(element: Element): void {
    this.elements.add(element);
  }
  unobserve(element: Element): void {
    this.elements.delete(element);
  }
}
/** Scrolls so that the field comes near: its stretch is observed by its first or last field. */
function scrollTo(at: number): void {
  const stretch = standIn(at)?.dataset['standIn'];
  act(() => {
    for (const { elements, tell } of FakeObserver.all) {
      const seen = [...elements].filter(
        (element) => (element as HTMLElement).dataset['standIn'] === stretch,
      );
      if (seen.length > 0)
        tell(
          seen.map((target) => ({
            target,
            isIntersecting: true,
            boundingClientRect: { top: 10, bottom: 20 },
          })),
        );
    }
  });
}
const standIn = (at: number): HTMLElement | null =>
  document.querySelector(`[data-stand-in][data-field="f${at}"]`);
const input = (at: number): HTMLInputElement | null =>
  document.querySelector(`input[id$="-f${at}-input"]`);

beforeAll(() =>
  Promise.all(
    widgets
      .filter(({ type }) =>
        ['field', 'form', 'formErrors', 'section', 'button', 'text', 'stack'].includes(type),
      )
      .map(({ view }) => view()),
  ),
);
beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', FakeObserver);
});
afterEach(() => {
  vi.unstubAllGlobals();
  FakeObserver.all.clear();
  vi.restoreAllMocks();
});

type NestedNode = Parameters<typeof pageOf>[0]['body'];
const fieldNode = (name: string, at: number): NestedNode => ({
  id: name,
  type: 'field@1',
  bind: `order.${name}`,
  ...(at === 251 && { when: { visible: { $x: "order.f250 = 'show'" } } }),
});
const inSections = (count = FIELDS): NestedNode[] =>
  Array.from({ length: count / 10 }, (_, part) => ({
    type: 'section@1',
    props: { title: `第 ${part} 组` },
    slots: {
      body: names
        .slice(part * 10, part * 10 + 10)
        .map((name, at) => fieldNode(name, part * 10 + at)),
    },
  }));
function open(
  body: NestedNode[] = inSections(),
  props: Record<string, unknown> = {},
): Promise<TestPage> {
  const properties = Object.fromEntries(
    names.map((name, at) => [
      name,
      {
        type: at % 10 === 1 ? 'number' : 'string',
        title: labelOf(at),
        ...(at % 10 === 1 && { default: 1 }),
        ...(at === 280 && { default: '很远的值' }),
      },
    ]),
  );
  return testPage(
    pageOf({
      forms: { order: { schema: { type: 'object', required: ['f270'], properties } as never } },
      body: {
        type: 'form@1',
        bind: 'order',
        props: props as never,
        on: { submit: [{ do: 'validate', args: { form: 'order' } }] },
        slots: {
          body: [
            { type: 'formErrors@1', bind: 'order' },
            ...body,
            { type: 'text@1', props: { text: { $t: '合计 {order.f1 + order.f11 + order.f291}' } } },
          ],
          footer: [{ type: 'button@1', props: { text: '提交', submit: true } }],
        },
      },
    }),
    { widgets },
  );
}

describe('a long form', () => {
  it('mounts the first screen, and shows all other fields as text with label and value', async () => {
    await open();
    expect(input(0)).not.toBeNull();
    expect(input(280)).toBeNull();
    expect(standIn(280)?.textContent).toBe('字段 280 号很远的值');
    for (const at of names.keys())
      if (at !== 251) expect(document.body.textContent).toContain(labelOf(at));
    expect(document.querySelectorAll('input').length).toBeLessThan(60);
  });
  it('becomes inputs ahead of the screen and keeps what was typed there when it is text again', async () => {
    const page = await open();
    scrollTo(150);
    expect(input(150)).not.toBeNull();
    await page.user.type(input(150)!, '留下来');
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({
      top: 50_000,
      bottom: 50_032,
    } as DOMRect);
    input(0)!.focus();
    for (let at = 30; at < FIELDS; at += 10) scrollTo(at);
    await vi.waitFor(() => expect(standIn(150)?.textContent).toContain('留下来'), {
      timeout: 3_000,
    });
    expect(input(0)).not.toBeNull();
    scrollTo(150);
    expect(input(150)?.value).toBe('留下来');
  });
  it('checks and sums fields that are not mounted', async () => {
    const page = await open();
    page.expects({ sees: '合计 3' });
    await act(async () => page.scope.forms.get('order')!.field('f291').set(40));
    page.expects({ sees: '合计 42' });
    expect(standIn(291)?.textContent).toContain('40');
    await act(async () => {
      await page.scope.forms.get('order')!.validate();
    });
    expect(page.scope.forms.get('order')!.failing.map(({ name }) => name)).toEqual(['f270']);
    expect(standIn(270)?.textContent).toContain(`请填写${labelOf(270)}`);
  });
  it('goes to the first error, wherever it is', async () => {
    const page = await open();
    await page.click('提交');
    expect(document.activeElement).toBe(input(270));
    input(0)!.focus();
    await page.click(labelOf(270));
    expect(document.activeElement).toBe(input(270));
  });
  it('shows a field that another one calls for, before either is mounted', async () => {
    const page = await open();
    expect(standIn(251)).toBeNull();
    await act(async () => page.scope.forms.get('order')!.field('f250').set('show'));
    expect(standIn(251)?.textContent).toContain(labelOf(251));
  });
  it('takes the focus at a press on the text', async () => {
    const page = await open();
    await page.user.click(standIn(200)!);
    await page.settle();
    expect(document.activeElement).toBe(input(200));
  });
  it.each([
    ['in sections', inSections],
    ['without sections', (count: number) => names.slice(0, count).map(fieldNode)],
  ])(
    'lets Tab walk every field in order, %s',
    async (_name, body) => {
      const page = await open(body(70));
      expect(standIn(69)).not.toBeNull();
      input(FIRST)!.focus();
      const walked: (string | undefined)[] = [];
      for (let turn = FIRST; turn < 70; turn++) {
        walked.push((document.activeElement as HTMLInputElement).labels?.[0]?.textContent);
        await page.user.tab();
      }
      expect(walked).toEqual(names.slice(FIRST, 70).map((_, at) => labelOf(at + FIRST)));
      expect(document.activeElement).toBe(screen.getByRole('button', { name: '提交' }));
    },
    20_000,
  );
  it('lets Shift Tab come in from the end', async () => {
    const page = await open();
    screen.getByRole('button', { name: '提交' }).focus();
    await page.user.tab({ shift: true });
    expect(document.activeElement).toBe(input(299));
    await page.user.tab({ shift: true });
    expect(document.activeElement).toBe(input(298));
  });
  it('has no accessibility fault', async () => {
    await open();
    const { violations } = await axe.run(document.body, {
      rules: Object.fromEntries(
        ['region', 'page-has-heading-one', 'landmark-one-main', 'color-contrast'].map((rule) => [
          rule,
          { enabled: false },
        ]),
      ),
    });
    expect(violations.map(({ id }) => id)).toEqual([]);
  }, 20_000);
  it('is mounted whole when the page asks for it', async () => {
    await open(inSections(), { windowed: false });
    expect(document.querySelector('[data-stand-in]')).toBeNull();
    expect(input(280)?.value).toBe('很远的值');
  });
});
