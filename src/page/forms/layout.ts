import type { FormBody, FormField, FormItem, FormLayout } from '../../contract/index.ts';

/** The fields of a form's layout, in their order. */
export const formFields = ({ layout }: Pick<FormBody, 'layout'>): FormField[] =>
  layout.pages.flatMap((page) =>
    page.sections.flatMap((section) =>
      section.items.filter((item): item is FormField => item.kind === 'field'),
    ),
  );

/** The layout with each item changed, or taken out where `change` answers undefined. */
export const mapItems = (
  layout: FormLayout,
  change: (item: FormItem) => FormItem | undefined,
): FormLayout => ({
  ...layout,
  pages: layout.pages.map((page) => ({
    ...page,
    sections: page.sections.map((section) => ({
      ...section,
      items: section.items.map(change).filter((item) => item !== undefined),
    })),
  })),
});
