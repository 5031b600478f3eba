// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { pageOf, testPage } from '../../src/view/testing/index.ts';
import { widgets } from '../index.ts';

beforeAll(() =>
  Promise.all(
    widgets
      .filter(({ type }) => ['field', 'text', 'with'].includes(type))
      .map(({ view }) => view()),
  ),
);

it('draws its content for the chosen row and the other slot when there is none', async () => {
  const test = await testPage(
    pageOf({
      forms: {
        draft: {
          schema: {
            type: 'object',
            properties: {
              fields: {
                type: 'array',
                items: { type: 'object', properties: { label: { type: 'string', title: '名称' } } },
              },
            },
          },
          init: { fields: [{ label: '甲' }, { label: '乙' }] },
        },
      },
      state: { selected: { type: 'number', init: -1 } },
      body: {
        type: 'with@1',
        bind: 'draft.fields',
        props: { index: { $x: 'state.selected' } },
        slots: {
          body: { as: 'field', nodes: [{ type: 'field@1', bind: 'field.label' }] },
          empty: [{ type: 'text@1', props: { text: '选择一个字段' } }],
        },
      },
    }),
    { widgets },
  );
  test.expects({ sees: '选择一个字段' });
  test.scope.cells.get('selected')?.set(1);
  await test.settle();
  test.expects({ 名称: '乙', lacks: '选择一个字段' });
  await test.type('名称', '丙');
  expect(test.scope.forms.get('draft')?.field('fields').rows[1]?.field('label').value).toBe('丙');
  test.scope.cells.get('selected')?.set(0);
  await test.settle();
  test.expects({ 名称: '甲' });
  expect(screen.getAllByRole('textbox')).toHaveLength(1);
});
