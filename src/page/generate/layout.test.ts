import { describe as group, expect, it } from 'vitest';
import type { ObjectDescribe } from '../../contract/index.ts';
import { generatePage, recordFormPage, validatePage, type PageDocument } from '../index.ts';
import { actions, describeOf, leave, widgets } from '../testing/samples.ts';

const [first, second, third, fourth] = leave.fields
  .filter(({ removed }) => removed !== true)
  .map(({ apiName }) => apiName);
const object: ObjectDescribe = {
  ...leave,
  tabs: [
    { id: 'base', label: '基本' },
    { id: 'none', label: '没有分区' },
    { id: 'money', label: '财务' },
  ],
  sections: [
    { label: '金额', tab: 'money', columns: 2, items: [{ field: second! }] },
    { label: '名称', tab: 'base', columns: 2, items: [{ field: third! }] },
    { label: '上方', columns: 1, items: [{ field: first! }] },
  ],
};
const phones: ObjectDescribe = {
  ...object,
  sections: [
    ...object.sections!,
    {
      phone: true,
      label: '手机上',
      columns: 1,
      items: [{ field: second! }, { field: first!, hidden: true }],
    },
    { phone: true, label: '不常用', hidden: true, items: [{ field: third! }] },
  ],
};
const problemsOf = (page: PageDocument, describe: ObjectDescribe) =>
  validatePage(page, {
    widgets,
    actions,
    describe: (name) => (name === describe.apiName ? describe : describeOf(name)),
  }).problems;
/** Fields that are drawn within a node, in their order. */
function fieldsWithin({ nodes }: PageDocument, id: string): string[] {
  const { type, bind, props, slots = {} } = nodes[id]!;
  if (type === 'field@1') return [String(bind).replace('record.', '')];
  if (type === 'descriptions@1') return props!.fields as string[];
  return Object.values(slots).flatMap((slot) =>
    (Array.isArray(slot) ? slot : slot.nodes).flatMap((each) =>
      fieldsWithin({ nodes } as PageDocument, each),
    ),
  );
}
const titles = ({ nodes }: PageDocument, id: string) =>
  (nodes[id]!.props!.items as { title: string }[]).map(({ title }) => title);

group('the layout of an object', () => {
  for (const kind of ['form', 'detail', 'fill'] as const)
    it(`makes a valid ${kind} page with tabs, and with a layout of phones`, () => {
      for (const each of [object, phones])
        expect(problemsOf(generatePage(kind, each), each)).toEqual([]);
    });

  it('has the sections of a tab in it, in the order of the tabs, and what is in no section in a last one', () => {
    const page = generatePage('form', object);
    expect(titles(page, 'layoutTabs')).toEqual(['基本', '财务', '其他']);
    expect(fieldsWithin(page, 'layoutTab1')).toEqual([third]);
    expect(fieldsWithin(page, 'layoutTab2')).toEqual([second]);
    expect(fieldsWithin(page, 'layoutTab3')).toContain(fourth);
    expect(fieldsWithin(page, 'section1')).toEqual([first]);
    expect(titles(generatePage('detail', object), 'layoutTabs')).toEqual(['基本', '财务', '其他']);
  });

  it('shows phones their own, without what they hide; a form shows that where it is wrong', () => {
    const form = generatePage('form', phones);
    const phone = fieldsWithin(form, 'phone.section1');
    expect(phone).toEqual([second]);
    const hidden = Object.entries(form.nodes).filter(([, { props }]) => props?.onlyFaulty);
    expect(hidden.map(([id]) => [id.startsWith('phone.'), fieldsWithin(form, id)])).toEqual([
      [true, [first, third].toSorted((a, b) => orderOf(a) - orderOf(b))],
    ]);
    const all = fieldsWithin(form, 'layoutPhone');
    expect(all.toSorted()).toEqual(fieldsWithin(form, 'layoutWide').toSorted());
    const detail = generatePage('detail', phones);
    expect(fieldsWithin(detail, 'layoutPhone')).not.toContain(first);
    expect(fieldsWithin(detail, 'layoutPhone')).not.toContain(third);
    expect(fieldsWithin(detail, 'layoutWide')).toContain(first);
  });

  it('holds for a form of rights too, for its fields only', () => {
    const read = recordFormPage(phones, { '*': 'hidden', [second!]: 'read', [first!]: 'read' });
    expect(titles(read, 'layoutTabs')).toEqual(['财务']);
    expect(fieldsWithin(read, 'layoutPhone')).toEqual([second]);
    const written = recordFormPage(phones, { '*': 'hidden', [second!]: 'read', [first!]: 'write' });
    expect(fieldsWithin(written, 'layoutPhone')).toEqual([second, first]);
  });
});
const orderOf = (name: string | undefined): number =>
  leave.fields.findIndex(({ apiName }) => apiName === name);
