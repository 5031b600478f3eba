import type { FormBody, FormDraft } from '../../../contract/index.ts';

type Layout = NonNullable<FormDraft['layout']>;
const wholeLayout = (layout: Layout): FormBody['layout'] => ({
  ...layout,
  pages: layout.pages.map((page) => ({
    ...page,
    sections: (page.sections ?? []).map((section) => ({
      ...section,
      items: (section.items ?? []).map((item) =>
        item.kind === 'text' ? { ...item, text: item.text ?? '' } : item,
      ),
    })),
  })),
});

/**
 * A draft merged into the stored one: parts it names replace the old ones; missing parts are empty.
 */
export function wholeBody(
  before: FormBody,
  { terminal, layout, rules, validations, publish }: FormDraft,
): FormBody {
  return {
    terminal: terminal ?? before.terminal,
    layout: layout ? wholeLayout(layout) : before.layout,
    rules: rules
      ? rules.map(({ when = '', then = [], ...rest }) => ({
          ...rest,
          when,
          then: then.map((effect) => ({ ...effect, targets: effect.targets ?? [] })),
        }))
      : before.rules,
    validations: validations
      ? validations.map(({ expr = '', message = '', ...rest }) => ({ ...rest, expr, message }))
      : before.validations,
    publish: publish ?? before.publish,
  };
}
