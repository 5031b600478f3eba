// @vitest-environment jsdom
import { createElement } from 'react';
import { test } from 'vitest';
import { openNode } from '../../tests/fixtures/page.ts';
import outlet from './index.ts';

test('shows what the shell was given', async () => {
  const on = await openNode(outlet, {}, { outlet: createElement('p', null, '当前页面') });
  on.expects({ sees: '当前页面' });
});
