import { BpmnModdle } from 'bpmn-moddle';
import { expect, it } from 'vitest';
import { LIBRARY } from '../../../flow/library/index.ts';
import { fromNested } from '../../../flow/index.ts';
import { exportBpmn } from './export.ts';
import { importBpmn } from './import.ts';

it.each(LIBRARY.map(({ key }) => key))('%s comes back from BPMN as it was', async (key) => {
  const { nodes, name } = LIBRARY.find((each) => each.key === key)!;
  const xml = await exportBpmn(fromNested(nodes).document!, name);
  expect(await importBpmn(xml)).toEqual({
    name,
    nodes: JSON.parse(JSON.stringify(nodes)),
    lost: [],
  });
});

it('the diagram has a shape for each element and a line for each flow, none on another', async () => {
  const { nodes } = LIBRARY.find(({ key }) => key === 'contract')!;
  const xml = await exportBpmn(fromNested(nodes).document!, '合同会签');
  const { rootElement, warnings } = await new BpmnModdle().fromXML(xml);
  expect(warnings).toEqual([]);
  const [process] = rootElement['rootElements'] as [{ flowElements: unknown[] }];
  const [diagram] = rootElement['diagrams'] as [{ plane: { planeElement: { bounds?: Box }[] } }];
  const drawn = diagram.plane.planeElement;
  expect(drawn).toHaveLength(process.flowElements.length);
  const boxes = drawn.flatMap(({ bounds }) => bounds ?? []);
  for (const a of boxes)
    for (const b of boxes) {
      const isBeside = a.x + a.width <= b.x || b.x + b.width <= a.x;
      const isBelow = a.y + a.height <= b.y || b.y + b.height <= a.y;
      expect(a === b || isBeside || isBelow).toBe(true);
    }
});

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const FOREIGN = `<?xml version="1.0"?><definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="x">
  <process id="p"><startEvent id="s"/><userTask id="a" name="审批"/><exclusiveGateway id="g" default="f4"/>
  <userTask id="b" name="复核"/><exclusiveGateway id="j"/><endEvent id="e"/>
  <sequenceFlow id="f1" sourceRef="s" targetRef="a"/><sequenceFlow id="f2" sourceRef="a" targetRef="g"/>
  <sequenceFlow id="f3" sourceRef="g" targetRef="b"><conditionExpression>days &gt; 3</conditionExpression></sequenceFlow>
  <sequenceFlow id="f4" sourceRef="g" targetRef="j"/><sequenceFlow id="f5" sourceRef="b" targetRef="j"/>
  <sequenceFlow id="f6" sourceRef="j" targetRef="e"/></process></definitions>`;

it('a file of another tool becomes a template, as far as it maps', async () => {
  const { nodes, lost } = await importBpmn(FOREIGN);
  expect(lost).toEqual([]);
  expect(nodes).toMatchObject({
    id: 's',
    type: 'start',
    next: {
      id: 'a',
      type: 'approve',
      name: '审批',
      next: {
        type: 'condition',
        branches: [
          { id: 'f3', when: 'days > 3', next: { id: 'b', type: 'approve' } },
          { id: 'f4', default: true },
        ],
        next: { id: 'e', type: 'end' },
      },
    },
  });
});

it('what no template has is left out and named, and nothing else', async () => {
  const more = FOREIGN.replace(
    '<endEvent id="e"/>',
    `<endEvent id="e"/><scriptTask id="x" name="算一算"/><dataObject id="d" name="附件"/>
      <userTask id="z" name="没人去"/>`,
  )
    .replace('<userTask id="a" name="审批"/>', '<userTask id="a" name="审批" who:by="ann"/>')
    .replace('targetNamespace', 'xmlns:who="urn:who" targetNamespace')
    .replace(
      'targetRef="e"/>',
      'targetRef="x"/><sequenceFlow id="f7" sourceRef="x" targetRef="e"/>',
    )
    .replace('days &gt; 3', '$' + '{days > 3}');
  const { nodes, lost } = await importBpmn(more);
  expect(lost).toEqual([
    { name: '审批', why: '别的系统里的设置没有带过来，请重新设置' },
    { name: 'g', why: '条件“$' + '{days > 3}”不是这里的公式，请重新设置' },
    { name: '算一算', why: '不能对应到这里的节点，略过了它' },
    { name: '附件', why: '不在从开始到结束的路上，没有导入' },
    { name: '没人去', why: '不在从开始到结束的路上，没有导入' },
  ]);
  expect(JSON.stringify(nodes)).not.toMatch(/days|没人去|算一算/);
  expect(fromNested(nodes).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
});

it('what makes no template is refused with its reason', async () => {
  await expect(importBpmn('<a/>')).rejects.toThrow('文件');
  const loop = FOREIGN.replace('targetRef="e"/></process>', 'targetRef="a"/></process>');
  await expect(importBpmn(loop)).rejects.toThrow('被走到两次');
});

it.each([
  ['entities', `<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${FOREIGN}`, '实体'],
  ['elements in each other', `${'<a>'.repeat(200_000)}`, '一层套一层'],
  ['very many elements', `<a>${'<b/>'.repeat(200_000)}</a>`, '元素超过'],
  ['quotes that do not end', '<a b="'.repeat(100_000), '不是有效的 BPMN 文件'],
  [
    'settings nested without end',
    FOREIGN.replace(
      '<userTask id="a" name="审批"/>',
      `<userTask id="a"><extensionElements><h:node xmlns:h="urn:huozi:flow:1" type="approve" settings="${'['.repeat(50_000)}"/></extensionElements></userTask>`,
    ),
    '嵌套太深',
  ],
])('a hostile file is refused at once: %s', async (_what, xml, why) => {
  const began = performance.now();
  await expect(importBpmn(xml)).rejects.toThrow(why);
  expect(performance.now() - began).toBeLessThan(2_000);
});
