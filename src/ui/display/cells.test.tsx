// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FIELD_TYPES } from '../../contract/index.ts';
import { fakePorts } from '../../view/testing/index.ts';
import { cellContent } from './cells.tsx';
import type { FieldFormat } from '../../values/index.ts';

const labels = {
  user: { u1: '林晓', u2: '周宁', u3: '吴桐', u4: '郑航' },
  dept: { d1: '华东销售部', d2: '产品部' },
};
const draw = (field: FieldFormat, value: unknown, ports = fakePorts()) => {
  const box = render(<>{cellContent(field, value, { labels, ports })}</>);
  return { box: box.container, ports };
};

it('what needs no more than a text is one', () => {
  expect([
    cellContent({ type: 'text' }, '云帆', { labels }),
    cellContent({ type: 'formula', resultType: 'decimal', showAs: 'currency' }, 5, { labels }),
    cellContent({ type: 'user' }, null, { labels }),
  ]).toEqual(['云帆', '¥5.00', '']);
});
it('a masked text as one that is said to be masked', () => {
  expect(draw({ type: 'text', masked: true }, '138****5678').box.textContent).toBe('138****5678');
  expect(screen.getByRole('img', { name: '已脱敏' })).toBeTruthy();
});
it('people and departments by their names, the first few and how many besides', () => {
  expect(draw({ type: 'users' }, ['u1', 'u2', 'u3', 'u4']).box.textContent).toBe(
    '晓林晓宁周宁桐吴桐+1',
  );
  expect(draw({ type: 'depts' }, ['d1', 'd2']).box.textContent).toBe('华东销售部产品部');
});
it('a rating as stars that say their number', () => {
  draw({ type: 'rating', max: 5 }, 3);
  expect(screen.getByRole('img', { name: '3 星，共 5 星' })).toBeTruthy();
});
it('a picture in a cell is fetched small, never whole', async () => {
  const { ports } = draw({ type: 'image' }, [
    { fileId: 'p1', name: '门店.jpg', size: 4_000_000, mime: 'image/jpeg' },
  ]);
  expect(ports.log.filter(({ kind }) => kind === 'bytes')).toEqual([
    expect.objectContaining({ fileId: 'p1', edge: 96 }),
  ]);
});
it('draws any value of any type without failing', () => {
  for (const type of FIELD_TYPES)
    for (const odd of [0, 'x', true, {}, [1], [null], Number.NaN])
      expect(() => draw({ type, max: Number.NaN }, odd)).not.toThrow();
});
