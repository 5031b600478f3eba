// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
import { centredCrop, moveCrop, zoomOf, zoomCrop } from './geometry.ts';
import imageCrop from './index.ts';

describe('the cut', () => {
  const size = { width: 400, height: 200 };
  it('begins as the largest square in the middle', () =>
    expect(centredCrop(size)).toEqual({ x: 100, y: 0, side: 200 }));
  it('comes closer around its middle, at most four times', () => {
    expect(zoomCrop(size, centredCrop(size), 2)).toEqual({ x: 150, y: 50, side: 100 });
    expect(zoomOf(size, zoomCrop(size, centredCrop(size), 99))).toBe(4);
    expect(zoomCrop(size, centredCrop(size), 0)).toEqual(centredCrop(size));
  });
  it('never leaves the picture, however it is pushed', () => {
    expect(moveCrop(size, centredCrop(size), 30, 30)).toEqual({ x: 70, y: 0, side: 200 });
    expect(moveCrop(size, centredCrop(size), -999, 999)).toEqual({ x: 200, y: 0, side: 200 });
    expect(zoomCrop(size, { x: 300, y: 100, side: 100 }, 1)).toEqual({ x: 200, y: 0, side: 200 });
  });
});

describe('a picture that is chosen', () => {
  let drawn: number[][] = [];
  beforeEach(() => {
    drawn = [];
    vi.stubGlobal(
      'Image',
      class {
        naturalWidth = 400;
        naturalHeight = 200;
        src = '';
        async decode() {
          if (this.src.includes('broken')) throw new Error('x');
        }
      },
    );
    URL.createObjectURL = (file) => `blob:${(file as File).name}`;
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      drawImage: (_: unknown, ...numbers: number[]) => {
        drawn.push(numbers);
      },
    } as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/webp;base64,AA');
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  const open = () =>
    openPage([imageCrop], {
      state: { picture: { type: 'text' } },
      body: {
        type: 'box@1',
        slots: {
          default: [
            { type: 'imageCrop@1', bind: 'state.picture', props: { label: '头像' } },
            { type: 'words@1', props: { text: { $t: '得到 {state.picture}' } } },
          ],
        },
      },
    });
  const give = (name: string) =>
    fireEvent.change(document.querySelector('input[type=file]')!, {
      target: { files: [new File(['x'], name, { type: 'image/png' })] },
    });

  it('is cropped in the middle, emitted to the page, and emitted again when it was moved or zoomed', async () => {
    const page = await open();
    give('a.png');
    await page.settle();
    page.expects({ sees: '得到 data:image/webp;base64,AA' });
    expect(drawn).toEqual([[100, 0, 200, 200, 0, 0, 256, 256]]);
    const stage = screen.getByRole('group', { name: '头像：拖动或按方向键移动' });
    fireEvent.keyDown(stage, { key: 'ArrowLeft' });
    fireEvent.keyUp(stage, { key: 'ArrowLeft' });
    expect(drawn.at(-1)![0]).toBeGreaterThan(100);
    const zoom = screen.getByRole('slider', { name: '缩放' });
    fireEvent.change(zoom, { target: { value: '2' } });
    fireEvent.keyUp(zoom);
    expect(drawn.at(-1)![2]).toBe(100);
  });

  it('that is none is said to be none, and the page keeps what it had', async () => {
    const page = await open();
    give('broken.png');
    await page.settle();
    expect(screen.getByRole('alert').textContent).toBe('这个文件不是图片，或已经损坏');
    page.expects({ sees: '得到' });
    expect(drawn).toEqual([]);
  });
});
