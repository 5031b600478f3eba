// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode, openPage } from '../../tests/fixtures/page.ts';
import fileList from './index.ts';

const files = [
  { fileId: 'f1', name: '合同.pdf', size: 2048, mime: 'application/pdf' },
  { fileId: 'f2', name: '照片.png', size: 10, mime: 'image/png' },
  { name: '没有号' },
];
test('shows name, size and kind, and hands a file to the disk', async () => {
  const on = await openNode(fileList, { props: { files, label: '附件' } });
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'PDF合同.pdf2 KB',
    '照片.png10 B',
  ]);
  await on.user.click(screen.getAllByRole('button', { name: '下载 合同.pdf' })[0]!);
  expect(on.ports.log).toContainEqual({ kind: 'download', fileId: 'f1', name: '合同.pdf' });
});
test('a picture opens at full size instead', async () => {
  const on = await openNode(fileList, { props: { files } });
  await on.click('查看 照片.png');
  expect(await screen.findByRole('dialog', { name: '照片.png' })).toBeTruthy();
});
test('a file is taken out of the bound value', async () => {
  const on = await openPage([fileList], {
    state: { files: { type: 'any', init: files.slice(0, 2) } },
    body: {
      type: 'fileList@1',
      bind: 'state.files',
      props: { removable: true },
      on: { remove: [{ do: 'toast', args: { text: { $x: 'event.name' } } }] },
    },
  } as never);
  await on.click('移除 合同.pdf');
  expect([on.scope.cells.get('files')?.value, on.ports.log.at(-1)?.['text']]).toEqual([
    [files[1]],
    '合同.pdf',
  ]);
});
test('says when there are none', async () =>
  (await openNode(fileList, { props: { files: null, empty: '还没有附件' } })).expects({
    sees: '还没有附件',
  }));
