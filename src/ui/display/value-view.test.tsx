// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ValueView } from './ValueView.tsx';

const show = (labels: Record<string, string>) =>
  render(
    <ValueView
      field={{ type: 'lookup', refObject: 'customer' }}
      value="c1"
      labels={{ customer: labels }}
      linkTo={(object, id) => `/${object}/${id}`}
    />,
  );

afterEach(cleanup);

test('a record is a link to it', () => {
  show({ c1: '云帆科技' });
  expect(screen.getByRole('link', { name: '云帆科技' }).getAttribute('href')).toBe('/customer/c1');
});
test('a record the person may not see leads nowhere', () => {
  show({ c1: '' });
  expect(screen.getByText('已删除或无权查看')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
