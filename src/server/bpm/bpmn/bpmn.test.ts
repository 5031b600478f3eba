import { BpmnModdle } from 'bpmn-moddle';
import { expect, it } from 'vitest';
import { LIBRARY } from '../../../flow/library/index.ts';
import { fromNested } from '../../../flow/index.ts';
import { exportBpmn } from './export.ts';
import { importBpmn } from './import.ts';

it.each(LIBRARY.map(({ key }) => key))('%s comes back from BPMN as it was', async (key) => {
  const { nodes, name } = LIBRARY.find((each) => each.key === key)!;
  const xml = await exportBpmn(fromNested(nodes).document!, name);
  expect(await importBpmn(xml)).toEqual(JSON.parse(JSON.stringify(nodes)));
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
  expect(await importBpmn(FOREIGN)).toMatchObject({
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

it('what does not map is named', async () => {
  await expect(importBpmn('<a/>')).rejects.toThrow('BPMN 无法导入');
  const loop = FOREIGN.replace('targetRef="e"/></process>', 'targetRef="a"/></process>');
  await expect(importBpmn(loop)).rejects.toThrow('BPMN 无法导入');
});
