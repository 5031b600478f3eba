import type { FormBody, FormDraft } from '../../../contract/index.ts';
import { wholeRules, wholeValidations } from '../meta/object-rules.ts';

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
    rules: rules ? wholeRules(rules) : before.rules,
    validations: validations ? wholeValidations(validations) : before.validations,
    publish: publish ?? before.publish,
  };
}
