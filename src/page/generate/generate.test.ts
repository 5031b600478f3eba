import { describe as group, expect, it } from 'vitest';
import type { FieldDescribe } from '../../contract/index.ts';
import { generatedKey, generatePage, PAGE_KINDS, validatePage } from '../index.ts';
import { actions, describeOf, leave, widgets } from '../testing/samples.ts';

group('default pages', () => {
  for (const kind of PAGE_KINDS) {
    it(`the ${kind} page of an object with every field type is valid, warnings included`, () => {
      expect(
        validatePage(generatePage(kind, leave), { widgets, actions, describe: describeOf })
          .problems,
      ).toEqual([]);
    });
  }
  it('stay valid for an object with one field, with none, and with 500', () => {
    const many = Array.from({ length: 500 }, (_, i): FieldDescribe => ({
      id: `f${i}`,
      apiName: `f${i}`,
      label: `字段'${i}'`,
      type: i % 7 ? 'text' : 'longText',
      maxLength: 10,
      order: i,
    }));
    for (const fields of [leave.fields.slice(0, 1), [], many]) {
      const object = { ...leave, fields, titleField: fields[0]?.apiName ?? 'id' };
      for (const kind of PAGE_KINDS)
        expect(
          validatePage(generatePage(kind, object), { widgets, actions, describe: () => object })
            .problems,
        ).toEqual([]);
    }
  });
  it('the form shows every field that is not hidden, once, files in a section of their own', () => {
    const { nodes } = generatePage('form', leave);
    const binds = Object.values(nodes).flatMap((node) =>
      node.type === 'field@1' ? [node.bind] : [],
    );
    expect(binds.sort()).toEqual(
      leave.fields
        .filter((field) => !field.removed)
        .map((field) => `record.${field.apiName}`)
        .sort(),
    );
    expect(
      Object.values(nodes).find(
        (node) => node.type === 'section@1' && node.props?.title === '附件',
      ),
    ).toMatchObject({ slots: { body: ['field.attachmentField'] } });
  });
  it('a label with braces and quotes stays a label', () => {
    const { nodes, title } = generatePage('form', { ...leave, label: "甲'乙{丙}" });
    expect(title).toEqual({ $x: "if(record._isNew, '新建甲''乙{丙}', '编辑甲''乙{丙}')" });
    expect(nodes.form!.props!.label).toBe("甲'乙{丙}");
  });
  it('deleting names how many would go, is marked as dangerous and can be undone', () => {
    const { nodes } = generatePage('list', leave);
    const [asks, deletes] = nodes.deleteSelected!.on!.click!;
    expect(asks).toMatchObject({ do: 'call', args: { id: 'bizmeta.record.deletion' } });
    expect(deletes).toMatchObject({
      do: 'delete',
      // Those that others have deleted meanwhile are not among them.
      args: { ids: { $x: 'results.along.ids' } },
      confirm: {
        danger: true,
        text: {
          $t: expect.stringMatching(/count\(results\.along\.ids\)} 条.*results\.along\.gone/),
        },
      },
    });
    expect(nodes.undoButton!.on!.click![0]).toMatchObject({ do: 'restore' });
  });
  it('offer printing to those who may', () => {
    const { nodes } = generatePage('detail', leave);
    expect(nodes.print!.when!.visible).toEqual({ $x: 'record._can.print' });
  });
  it('have one primary button each', () => {
    const primaries = (kind: (typeof PAGE_KINDS)[number]) =>
      Object.values(generatePage(kind, leave).nodes).filter(
        (node) => node.props?.kind === 'primary' && node.type === 'button@1',
      );
    // In the space of a record it is the list that has it, in another place.
    const { head, newHere } = generatePage('list', leave).nodes;
    expect(primaries('list')).toHaveLength(2);
    expect(head!.when!.visible).toEqual({ $x: 'not (params.base is not null)' });
    expect(newHere!.when!.visible).toMatchObject({
      $x: expect.stringMatching(/^params\.base is not null and /),
    });
    for (const kind of PAGE_KINDS.filter((each) => each !== 'list'))
      expect(primaries(kind)).toHaveLength(kind === 'space' ? 0 : 1);
  });
  it('are known by their keys', () => {
    expect(generatedKey('object.leave.list')).toEqual({ apiName: 'leave', kind: 'list' });
    for (const key of ['object.leave', 'object.leave.x', 'object.a.b.list', 'x.object.leave.list'])
      expect(generatedKey(key)).toBeUndefined();
  });
});
