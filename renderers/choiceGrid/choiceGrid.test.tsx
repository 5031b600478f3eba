// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
import example from './example.json' with { type: 'json' };
import choiceGrid from './index.ts';

it('a cell, a whole row and a whole column are chosen', async () => {
  const on = await openPage([choiceGrid], example as never);
  const rights = () => on.scope.cells.get('rights')!.value;
  const choose = async (cell: string, choice: string) => {
    await on.user.click(screen.getByLabelText(cell));
    await on.user.click(screen.getByRole('menuitem', { name: choice }));
    await on.settle();
  };
  await choose('主管审批，金额：只读', '可编辑');
  expect(rights()).toMatchObject({ lead: { amount: 'write', note: 'write' } });
  await choose('附件，设置整行', '隐藏');
  expect(rights()).toMatchObject({
    start: { files: 'hidden' },
    lead: { files: 'hidden' },
    finance: { files: 'hidden', '*': 'hidden' },
  });
  await choose('财务审批，设置整列', '只读');
  expect(rights()).toMatchObject({
    finance: { files: 'read', '*': 'read', amount: 'read', note: 'read' },
  });
  expect(screen.getByLabelText('发起，说明：跟随，可编辑')).toBeTruthy();
  await choose('主管审批，说明：可编辑', '跟随');
  expect(Object.keys((rights() as { lead: object }).lead)).toEqual(['amount', 'files']);
});
