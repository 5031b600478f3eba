// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ObjectDescribe } from '../../src/contract/index.ts';
import { preloadInputs } from '../../src/ui/inputs/index.ts';
import { fakePorts, pageOf, testPage } from '../../src/view/testing/index.ts';
import { widgets } from '../index.ts';

beforeAll(() =>
  Promise.all([
    preloadInputs(['text', 'attachment']),
    ...widgets
      .filter(({ type }) => ['button', 'field', 'form', 'formErrors', 'section'].includes(type))
      .map(({ view }) => view()),
  ]),
);

const contract = {
  id: 'o',
  apiName: 'contract',
  label: '合同',
  titleField: 'name',
  appId: null,
  version: 1,
  validator: '',
  fields: [
    { id: 'n', apiName: 'name', label: '名称', type: 'text', order: 0 },
    { id: 'f', apiName: 'files', label: '附件', type: 'attachment', order: 1 },
  ],
} as unknown as ObjectDescribe;

/** A form whose uploads end when the test says so. */
async function open() {
  const ends: { done(): void; fail(): void; signal: AbortSignal }[] = [];
  const ports = fakePorts({
    describes: { contract },
    answers: { 'bizmeta.record.bulkCreate': () => ({ records: [{ id: 'c1', version: 1 }] }) },
  });
  ports.upload = (file, _progress, signal) =>
    new Promise((done, refuse) => {
      ends.push({
        done: () => done({ fileId: `id-${file.name}`, name: file.name, size: 1, mime: file.type }),
        fail: () => refuse(new Error('网络不通')),
        signal: signal!,
      });
    });
  const page = await testPage(
    pageOf({
      forms: { record: { object: 'contract' } },
      body: {
        type: 'form@1',
        bind: 'record',
        on: { submit: [{ do: 'save', args: { form: 'record' } }] },
        slots: {
          body: [
            { type: 'formErrors@1', bind: 'record' },
            { type: 'field@1', bind: 'record.name' },
            {
              type: 'section@1',
              props: { title: '资料', collapsible: true },
              slots: { body: [{ type: 'field@1', bind: 'record.files' }] },
            },
          ],
          footer: [{ type: 'button@1', props: { text: '保存', submit: true } }],
        },
      },
    }),
    { widgets, ports },
  );
  await page.type('名称', '租约');
  const chooser = page.container.querySelector('input[type=file]')!;
  fireEvent.change(chooser, { target: { files: [new File(['x'], '租约.pdf')] } });
  await waitFor(() => expect(ends).toHaveLength(1));
  const [upload] = ends as [(typeof ends)[number]];
  const written = () => page.ports.calls('bizmeta.record.bulkCreate').map(({ records }) => records);
  const leaving = (): boolean => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return { page, upload, written, leaving, form: page.scope.forms.get('record')! };
}
const SENT = [[{ name: '租约', files: [expect.objectContaining({ name: '租约.pdf' })] }]];

describe('a file that is still being sent', () => {
  it('is waited for by a save, which says so and asks before the page is left', async () => {
    const { page, upload, written, leaving } = await open();
    await page.click('保存');
    expect([written(), leaving()]).toEqual([[], true]);
    expect(page.ports.log).toContainEqual(
      expect.objectContaining({ kind: 'toast', text: '文件正在上传，传完后继续' }),
    );
    upload.done();
    await waitFor(() => expect(written()).toEqual(SENT));
  });
  it('arrives although its section is folded meanwhile', async () => {
    const { page, upload, written } = await open();
    await page.click('资料');
    upload.done();
    await page.settle();
    await page.click('保存');
    await waitFor(() => expect(written()).toEqual(SENT));
  });
  it('that failed refuses the save at its field until it is taken away', async () => {
    const { page, upload, written, form } = await open();
    upload.fail();
    await page.settle();
    await page.click('保存');
    expect(written()).toEqual([]);
    page.expects({ sees: ['有 1 处需要更正', '有文件没有上传成功，请重试或移除'] });
    await page.click('移除 租约.pdf');
    page.expects({ lacks: '有文件没有上传成功，请重试或移除' });
    expect(form.failing).toEqual([]);
    await page.click('保存');
    await waitFor(() => expect(written()).toEqual([[{ name: '租约' }]]));
  });
  it('is given up with the form: what waited for it is not saved', async () => {
    const { page, upload, written, form } = await open();
    const saving = form.save();
    act(() => form.dispose());
    expect([upload.signal.aborted, await saving]).toEqual([true, null]);
    expect([written(), screen.queryByRole('progressbar')]).toEqual([[], null]);
    await page.settle();
  });
});
