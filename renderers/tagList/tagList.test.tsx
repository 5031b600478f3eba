// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode } from '../../tests/fixtures/page.ts';
import tagList from './index.ts';

test('shows the first names as tags, and how many more there are', async () => {
  const items = [{ name: '王芳' }, { name: '' }, { name: '李强' }, '张伟', '刘洋'];
  await openNode(tagList, { props: { items, max: 2, label: '成员' } });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '王芳',
    '李强',
    '+2',
  ]);
  expect(screen.getByText('+2').title).toBe('张伟、刘洋');
});

test('of records only those whose keys are wanted', async () => {
  const items = [
    { id: 'a', title: '销售部' },
    { id: 'b', title: '财务部' },
  ];
  await openNode(tagList, { props: { items, textProp: 'title', only: ['b', 'c'] } as never });
  expect(screen.getByRole('list').textContent).toBe('财务部');
});
