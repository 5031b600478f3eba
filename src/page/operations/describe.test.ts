import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_WORDS } from '../../contract/index.ts';
import type { PageDocument } from '../model/document.ts';
import { describeOf, sample, widgets } from '../testing/samples.ts';
import { pairArb } from '../testing/trees.ts';
import { describeOperations, diff } from './index.ts';

const words = (change: (page: PageDocument) => void): string[] => {
  const before = sample();
  const after = sample();
  change(after);
  return describeOperations(diff(before, after), before, { widgets, describe: describeOf });
};
const add = (page: PageDocument, id: string, bind: string) => {
  page.nodes[id] = { type: 'field@1', bind };
  (page.nodes.form!.slots!.body as string[]).push(id);
};

it('fields are counted and called by their labels', () => {
  expect(
    words((page) => {
      add(page, 'f1', 'record.textField');
    }),
  ).toEqual(['新增字段“字段 text”']);
  expect(
    words((page) => {
      add(page, 'f1', 'record.textField');
      add(page, 'f2', 'record.urlField');
      add(page, 'f3', 'record.none');
    }),
  ).toEqual(['新增 3 个字段：字段 text、字段 url、record.none']);
});
it('a change of one word is described with its old and new value', () => {
  expect(
    words((page) => {
      page.nodes.new!.props!.text = '添加';
    }),
  ).toEqual(['按钮的文字由“新建”改为“添加”']);
  expect(
    words((page) => {
      page.nodes.new!.props!.icon = 'plus';
    }),
  ).toEqual(['按钮“新建”的图标设为“plus”']);
  expect(
    words((page) => {
      delete page.nodes.new!.props!.kind;
    }),
  ).toEqual(['清除了按钮“新建”的样式']);
});
it('several changes of a node are one sentence; conditions and actions have their names', () => {
  expect(
    words((page) => {
      page.nodes.new!.props!.icon = 'plus';
      page.nodes.new!.when = { visible: true };
      page.nodes.new!.on!.click = [];
    }),
  ).toEqual(['修改了按钮“新建”的图标、“点击”时的动作、条件']);
  expect(
    words((page) => {
      page.nodes.qty!.when!.visible = { $x: 'line.qty > 1' };
    }),
  ).toEqual(['文字“{line_index + 1}. {l…”的显示条件由公式“line.qty > 0”改为公式“line.qty > 1”']);
});
it('what was moved and removed, the title and what the page declares', () => {
  expect(
    words((page) => {
      page.title = '请假';
      page.state!.more = { type: 'text' };
      delete page.sources!.shape;
      page.forms!.record!.draft = true;
    }),
  ).toEqual([
    '新增状态“more”',
    '页面的标题由“请假：{record.name}”改为“请假”',
    '修改表单“record”',
    '删除数据源“shape”',
  ]);
  expect(
    words((page) => {
      (page.nodes.page!.slots!.default as string[]).reverse();
    }),
  ).toEqual([
    expect.stringMatching(/^移动/),
    expect.stringMatching(/^移动/),
    expect.stringMatching(/^移动/),
  ]);
  expect(
    words((page) => {
      page.nodes.form!.slots!.body = [];
      for (const id of Object.keys(page.nodes))
        if (page.nodes[id]!.bind === 'record.name' || page.nodes[id]!.bind === 'record.dateField')
          delete page.nodes[id];
    }),
  ).toEqual(['删除 2 个字段：标题、字段 date']);
});
it('the number of the revision is no change', () => {
  expect(
    words((page) => {
      page.rev = 99;
    }),
  ).toEqual([]);
});
it('a long description ends in a count, for any pages', () => {
  expect(
    words((page) => {
      for (let i = 0; i < MAX_WORDS + 5; i++) page.sources![`s${i}`] = { list: 'leave' };
      for (const node of Object.values(page.nodes)) node.note = '备注';
    }).length,
  ).toBeLessThanOrEqual(MAX_WORDS);
  fc.assert(
    fc.property(pairArb, ([a, b]) => {
      const told = describeOperations(diff(a, b), a);
      expect(told.length).toBeLessThanOrEqual(MAX_WORDS);
      expect(told.every((sentence) => sentence.length > 2)).toBe(true);
    }),
    { numRuns: 200 },
  );
});
