// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { preloadInputs } from './inputs.ts';
import { edit, expectNoFaults, inputPorts, type InputPorts } from './testing/edit.tsx';

const ref = (name: string, mime = 'image/png') => ({
  fileId: `id-${name}`,
  name,
  size: 2048,
  mime,
});
const png = (name: string) => new File(['x'], name, { type: 'image/png' });
const chooser = (container: Element) =>
  container.querySelector<HTMLInputElement>('input[type=file]')!;
const choose = (container: Element, ...files: File[]) =>
  fireEvent.change(chooser(container), { target: { files } });
/** Uploads end at once unless a test holds them back. */
const uploading = (): InputPorts => {
  const ports = inputPorts();
  ports.upload.mockImplementation(async (file: File, progress: (share: number) => void) => {
    progress(1);
    return { fileId: `id-${file.name}`, name: file.name, size: file.size, mime: file.type };
  });
  return ports;
};

beforeAll(() => preloadInputs(['image', 'attachment', 'signature']));
beforeEach(() => {
  URL.createObjectURL = vi.fn(() => 'blob:picture');
  URL.revokeObjectURL = vi.fn();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('pictures', () => {
  it('are chosen, shown from the server with the session, and taken away', async () => {
    const ports = uploading();
    const { value, container } = edit({ type: 'image' }, undefined, ports);
    choose(container, png('a.png'), png('b.png'));
    await waitFor(() => expect(value()).toHaveLength(2));
    await waitFor(() =>
      expect(container.querySelectorAll('img[src="blob:picture"]')).toHaveLength(2),
    );
    expect(ports.bytes).toHaveBeenCalledWith('id-a.png', { edge: 320 });
    await expectNoFaults();
    await userEvent.click(screen.getByRole('button', { name: '移除 a.png' }));
    expect(value()).toEqual([expect.objectContaining({ name: 'b.png' })]);
    await userEvent.click(screen.getByRole('button', { name: '移除 b.png' }));
    expect(value()).toBeUndefined();
  });
  it('arrive by pasting, and what is no picture says why it is not taken', async () => {
    const { value, container } = edit({ type: 'image' }, undefined, uploading());
    fireEvent.paste(screen.getByRole('group', { name: '订单' }), {
      clipboardData: { files: [png('截图.png')] },
    });
    await waitFor(() => expect(value()).toHaveLength(1));
    choose(container, new File(['<svg/>'], 'x.svg', { type: 'image/svg+xml' }));
    expect(within(container).getByRole('alert').textContent).toContain(
      '不是 PNG、JPG、WebP 或 GIF 图片',
    );
    expect(value()).toHaveLength(1);
  });
  it('are no more than the field allows', async () => {
    const ports = uploading();
    const { value, container } = edit({ type: 'image', max: 2 }, [ref('a.png')], ports);
    choose(container, png('b.png'), png('c.png'));
    await waitFor(() => expect(value()).toHaveLength(2));
    expect(ports.toast).toHaveBeenCalledWith('warning', '最多 2 张图片，其余未上传');
    expect(
      container.querySelector<HTMLButtonElement>('[aria-describedby][disabled]')?.textContent,
    ).toContain('最多 2 张');
  });
  it('change places with the keys on their handle', async () => {
    const { value } = edit({ type: 'image' }, [ref('a.png'), ref('b.png')]);
    Element.prototype.getBoundingClientRect = function rect(this: Element) {
      const at = Math.max(0, [...(this.parentElement?.children ?? [])].indexOf(this));
      return new DOMRect(at * 104, 0, 96, 96);
    };
    screen.getByRole('button', { name: '移动 a.png' }).focus();
    await userEvent.keyboard(' ');
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(screen.getAllByText(/移到/).length).toBeGreaterThan(0));
    await userEvent.keyboard(' ');
    await waitFor(() =>
      expect((value() as { name: string }[]).map(({ name }) => name)).toEqual(['b.png', 'a.png']),
    );
  });
  it('open at full size, turn and zoom with the keys, and give the focus back', async () => {
    edit({ type: 'image' }, [ref('a.png'), ref('b.png')]);
    const thumb = screen.getByRole('button', { name: '查看 a.png' });
    await userEvent.click(thumb);
    const layer = await screen.findByRole('dialog', { name: 'a.png' });
    await userEvent.keyboard('+');
    expect(within(layer).getByText('150%')).toBeTruthy();
    await userEvent.keyboard('{ArrowRight}');
    expect(await screen.findByRole('dialog', { name: 'b.png' })).toBeTruthy();
    expect(within(layer).getByText('100%')).toBeTruthy();
    await expectNoFaults();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(thumb));
  });
  it('can be looked at and not changed where the field is locked', async () => {
    edit({ type: 'image' }, [ref('a.png'), ref('b.png')], inputPorts(), { readonly: true });
    expect([
      screen.queryByRole('button', { name: /移除|移动/ }),
      screen.getByRole('button', { name: '查看 a.png' }),
    ]).toEqual([null, expect.anything()]);
  });
});

describe('an upload', () => {
  it('that arrives late takes the place it was chosen in', async () => {
    const ports = uploading();
    const ends: Record<string, () => void> = {};
    ports.upload.mockImplementation(
      (file: File) =>
        new Promise((done) => {
          ends[file.name] = () => done({ ...ref(file.name), fileId: file.name });
        }),
    );
    const { value, container } = edit({ type: 'attachment' }, [ref('alt.txt')], ports);
    choose(container, new File(['a'], 'a.txt'), new File(['b'], 'b.txt'));
    await waitFor(() => expect(Object.keys(ends)).toEqual(['a.txt', 'b.txt']));
    ends['b.txt']!();
    await waitFor(() => expect(value()).toHaveLength(2));
    ends['a.txt']!();
    await waitFor(() =>
      expect((value() as { name: string }[]).map(({ name }) => name)).toEqual([
        'alt.txt',
        'a.txt',
        'b.txt',
      ]),
    );
  });
  it('that failed says why and can be sent again', async () => {
    const ports = uploading();
    ports.upload.mockRejectedValueOnce(new Error('网络不通'));
    const { value, container } = edit({ type: 'attachment' }, undefined, ports);
    choose(container, new File(['a'], 'a.txt'));
    expect((await within(container).findByRole('alert')).textContent).toBe('网络不通');
    await userEvent.click(screen.getByRole('button', { name: '重新上传 a.txt' }));
    await waitFor(() => expect(value()).toEqual([expect.objectContaining({ name: 'a.txt' })]));
    expect(within(container).queryByRole('alert')).toBeNull();
  });
  it('shows how far it is and can be stopped', async () => {
    const ports = inputPorts();
    let signal: AbortSignal | undefined;
    ports.upload.mockImplementation(
      (_file: File, progress: (share: number) => void, given: AbortSignal) => {
        signal = given;
        progress(0.4);
        return new Promise(() => undefined);
      },
    );
    const { value, container } = edit({ type: 'attachment' }, undefined, ports);
    choose(container, new File(['a'], 'a.txt'));
    await waitFor(() =>
      expect(
        screen.getByRole('progressbar', { name: '正在上传 a.txt' }).getAttribute('aria-valuenow'),
      ).toBe('40'),
    );
    await userEvent.click(screen.getByRole('button', { name: '取消上传 a.txt' }));
    expect([signal?.aborted, screen.queryByRole('progressbar'), value()]).toEqual([
      true,
      null,
      undefined,
    ]);
  });
  it('can be sorted among others, which keeps what the file is', async () => {
    const { value } = edit({ type: 'attachment' }, [
      ref('a.pdf', 'application/pdf'),
      ref('b.pdf', 'application/pdf'),
    ]);
    Element.prototype.getBoundingClientRect = function rect(this: Element) {
      const at = Math.max(0, [...(this.parentElement?.children ?? [])].indexOf(this));
      return new DOMRect(0, at * 36, 300, 32);
    };
    screen.getByRole('button', { name: '移动 a.pdf' }).focus();
    await userEvent.keyboard(' ');
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(screen.getAllByText(/移到/).length).toBeGreaterThan(0));
    await userEvent.keyboard(' ');
    await waitFor(() =>
      expect(value()).toEqual([ref('b.pdf', 'application/pdf'), ref('a.pdf', 'application/pdf')]),
    );
  });
});

describe('a signature', () => {
  /** A canvas that takes strokes: jsdom has none. */
  const canvas = () => {
    const context = new Proxy({}, { get: () => () => undefined, set: () => true });
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
    HTMLCanvasElement.prototype.toBlob = function toBlob(done: BlobCallback, type?: string) {
      done(new Blob(['drawn'], { type: type ?? '' }));
    };
  };
  const stroke = (sheet: Element) => {
    const at = (type: string, target: Element | Window, x: number, buttons: number) =>
      fireEvent(
        target,
        Object.assign(
          new MouseEvent(type, {
            bubbles: true,
            cancelable: true,
            clientX: x,
            clientY: x,
            buttons,
            button: 0,
          }),
          { pointerId: 1, pointerType: 'pen', isPrimary: true },
        ),
      );
    const kind = 'PointerEvent' in window ? 'pointer' : 'mouse';
    at(`${kind}down`, sheet, 10, 1);
    at(`${kind}move`, sheet, 40, 1);
    at(`${kind}move`, sheet, 80, 1);
    at(`${kind}up`, sheet, 80, 0);
  };
  const sign = async () => {
    await userEvent.click(screen.getByRole('button', { name: /手写签名|重新签名/ }));
    return screen.findByRole('img', { name: /签名区/ });
  };

  it('is drawn, taken back stroke by stroke, and sent as a PNG', async () => {
    canvas();
    const ports = uploading();
    const { value } = edit({ type: 'signature' }, undefined, ports);
    const sheet = await sign();
    const done = screen.getByRole<HTMLButtonElement>('button', { name: '完成' });
    expect(done.disabled).toBe(true);
    stroke(sheet);
    stroke(sheet);
    await waitFor(() => expect(sheet.getAttribute('aria-label')).toBe('签名区，已书写 2 笔'));
    await expectNoFaults();
    await userEvent.click(screen.getByRole('button', { name: '撤销' }));
    expect(sheet.getAttribute('aria-label')).toBe('签名区，已书写 1 笔');
    await userEvent.click(done);
    await waitFor(() =>
      expect(value()).toEqual(expect.objectContaining({ name: '签名.png', mime: 'image/png' })),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '清除' }));
    expect(value()).toBeUndefined();
  });
  it('is left as it was when the sheet is closed, and an empty sheet cannot be sent', async () => {
    canvas();
    const { value } = edit({ type: 'signature' }, ref('签名.png'));
    const sheet = await sign();
    stroke(sheet);
    await userEvent.click(await screen.findByRole('button', { name: '清空' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '完成' }).disabled).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect([screen.queryByRole('dialog'), value()]).toEqual([null, ref('签名.png')]);
  });
  it('can be a picture that is chosen, turned into a PNG', async () => {
    canvas();
    vi.stubGlobal('createImageBitmap', async () => ({
      width: 4000,
      height: 1000,
      close: () => undefined,
    }));
    const ports = uploading();
    const { value, container } = edit({ type: 'signature' }, undefined, ports);
    choose(container, new File(['x'], '照片.jpg', { type: 'image/jpeg' }));
    await waitFor(() =>
      expect(value()).toEqual(expect.objectContaining({ name: '签名.png', mime: 'image/png' })),
    );
  });
  it('says when the picture cannot be read', async () => {
    vi.stubGlobal('createImageBitmap', async () => {
      throw new Error('bad');
    });
    const { value, container } = edit({ type: 'signature' }, undefined, uploading());
    choose(container, new File(['x'], '坏.jpg', { type: 'image/jpeg' }));
    expect((await screen.findByRole('alert')).textContent).toBe('无法读取这张图片，请换一张');
    expect(value()).toBeUndefined();
  });
});
