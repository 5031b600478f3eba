// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ValueView } from '../display/index.ts';
import { formatValue } from '../../values/index.ts';
import { preloadInputs } from './inputs.ts';
import { edit, expectNoFaults, inputPorts } from './testing/edit.tsx';
import { cameraProblem } from './scan/use-camera.ts';

beforeAll(() =>
  preloadInputs([
    'number',
    'rating',
    'slider',
    'location',
    'scan',
    'users',
    'depts',
    'role',
    'email',
    'phone',
    'url',
  ]),
);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  for (const name of ['geolocation', 'mediaDevices']) Reflect.deleteProperty(navigator, name);
});
/** Something of the browser's own that jsdom has not. */
const device = (name: 'geolocation' | 'mediaDevices', value: object) =>
  Object.defineProperty(navigator, name, { value, configurable: true });
const phone = () =>
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));

describe('a number on a phone', () => {
  const box = () => screen.getByRole<HTMLInputElement>('textbox');
  it('is turned below zero and back by a button, as its keys have no minus', async () => {
    phone();
    const { value } = edit({ type: 'currency' });
    await userEvent.click(screen.getByRole('button', { name: '订单：正负号' }));
    expect(document.activeElement).toBe(box());
    await userEvent.keyboard('100');
    expect(value()).toBe(-100);
    await userEvent.click(screen.getByRole('button', { name: '订单：正负号' }));
    expect([value(), box().value]).toEqual([100, '100']);
  });
  it('has no such button where it may not be below zero, or on a wide screen', () => {
    phone();
    edit({ type: 'integer', min: 0 });
    expect(screen.queryByRole('button')).toBeNull();
    cleanup();
    vi.unstubAllGlobals();
    edit({ type: 'integer' });
    expect(screen.queryByRole('button')).toBeNull();
  });
});
describe('a rating', () => {
  it('is given with the pointer, taken back by a second press, Delete or the button', async () => {
    const { value } = edit({ type: 'rating' });
    await userEvent.click(screen.getByRole('radio', { name: '4 星' }));
    expect(value()).toBe(4);
    await userEvent.click(screen.getByRole('radio', { name: '4 星' }));
    expect(value()).toBeUndefined();
    await userEvent.click(screen.getByRole('radio', { name: '2 星' }));
    await userEvent.keyboard('{Delete}');
    expect(value()).toBeUndefined();
    await userEvent.click(screen.getByRole('radio', { name: '3 星' }));
    await userEvent.click(screen.getByRole('button', { name: '清空订单' }));
    expect(value()).toBeUndefined();
  });
  it('is a group of radios: one stop of the Tab key, as many as the field has stars', async () => {
    edit({ type: 'rating', max: 3 }, 2);
    expect(
      within(screen.getByRole('radiogroup', { name: '订单' }))
        .getAllByRole<HTMLInputElement>('radio')
        .map((radio) => radio.checked),
    ).toEqual([false, true, false]);
    expect(
      new Set(screen.getAllByRole<HTMLInputElement>('radio').map((radio) => radio.name)).size,
    ).toBe(1);
  });
  it('beyond the stars is preserved and shown', () => {
    const { value } = edit({ type: 'rating' }, 9);
    expect([value(), screen.getByText('9 / 5')]).toEqual([9, expect.anything()]);
  });
  it('cannot be given where the field is locked', async () => {
    const { value } = edit({ type: 'rating' }, 2, inputPorts(), { readonly: true });
    await userEvent.click(screen.getByRole('radio', { name: '4 星' }));
    expect([value(), screen.queryByRole('button')]).toEqual([2, null]);
  });
});

describe('a slider', () => {
  it('is moved or typed, unset until then, and shows a number beyond its ends', async () => {
    const { value, set } = edit({ type: 'slider', min: 0, max: 50, step: 5 });
    const scale = screen.getByRole('slider', { name: '订单' });
    expect([scale.getAttribute('aria-valuetext'), value()]).toEqual(['未填写', undefined]);
    fireEvent.change(scale, { target: { value: '15' } });
    expect(value()).toBe(15);
    const box = screen.getByRole<HTMLInputElement>('textbox', { name: '订单的数值' });
    await userEvent.clear(box);
    expect(value()).toBeUndefined();
    await userEvent.type(box, '12');
    expect(value()).toBe(12);
    await userEvent.tab();
    set(80);
    await waitFor(() => expect([box.value, value()]).toEqual(['80', 80]));
  });
});

describe('a place', () => {
  const locate = (answer: 'ok' | number) =>
    device('geolocation', {
      getCurrentPosition: (ok: (at: object) => void, no: (why: object) => void) =>
        answer === 'ok'
          ? ok({ coords: { longitude: 121.4737012, latitude: 31.2303999 } })
          : no({ code: answer }),
    });
  it('is found by the browser, with an address beside it, and opens on a map', async () => {
    locate('ok');
    const ports = inputPorts();
    const { value } = edit({ type: 'location' }, undefined, ports);
    await userEvent.click(screen.getByRole('button', { name: '定位' }));
    await waitFor(() => expect(value()).toEqual({ lng: 121.473701, lat: 31.2304 }));
    await userEvent.type(screen.getByRole('textbox', { name: '订单：地址' }), '外滩');
    expect(value()).toEqual({ lng: 121.473701, lat: 31.2304, address: '外滩' });
    await userEvent.click(screen.getByRole('button', { name: '在地图中查看' }));
    expect(ports.open).toHaveBeenCalledWith(
      expect.stringMatching(/^https:\/\/uri\.amap\.com\/marker\?position=121\.473701%2C31\.2304&/),
      'window',
    );
  });
  it('says in words why it cannot be found, and is typed instead', async () => {
    locate(1);
    const { value } = edit({ type: 'location' });
    await userEvent.click(screen.getByRole('button', { name: '定位' }));
    expect(await screen.findByText(/没有定位权限/)).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: '订单：经度' }), '121.5');
    expect(value()).toEqual({ lng: 121.5 });
    await userEvent.type(screen.getByRole('textbox', { name: '订单：纬度' }), '31.2');
    expect(value()).toEqual({ lng: 121.5, lat: 31.2 });
    for (const name of ['订单：经度', '订单：纬度'])
      await userEvent.clear(screen.getByRole('textbox', { name }));
    expect(value()).toBeUndefined();
  });
});

describe('a code', () => {
  it('is typed, and read from the camera by the browser where it can', async () => {
    const track = { stop: vi.fn() };
    vi.stubGlobal(
      'BarcodeDetector',
      class {
        static async getSupportedFormats() {
          return ['ean_13'];
        }
        async detect() {
          return [{ rawValue: '6901234567892' }];
        }
      },
    );
    device('mediaDevices', { getUserMedia: async () => ({ getTracks: () => [track] }) });
    HTMLMediaElement.prototype.play = async () => undefined;
    const { value } = edit({ type: 'barcode' });
    await userEvent.type(screen.getByRole('textbox'), 'A1');
    expect(value()).toBe('A1');
    await userEvent.click(screen.getByRole('button', { name: '扫码填写订单' }));
    await waitFor(() => expect(value()).toBe('6901234567892'));
    expect([screen.queryByRole('dialog'), track.stop.mock.calls.length]).toEqual([null, 1]);
  });
  it('says why the camera cannot be used, and takes a photograph instead', async () => {
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal(
      'BarcodeDetector',
      class {
        static async getSupportedFormats() {
          return ['qr_code'];
        }
        async detect() {
          return [];
        }
      },
    );
    device('mediaDevices', {
      getUserMedia: async () => {
        throw new DOMException('no', 'NotAllowedError');
      },
    });
    vi.stubGlobal('createImageBitmap', async () => ({
      width: 1,
      height: 1,
      close: () => undefined,
    }));
    edit({ type: 'barcode' });
    await userEvent.click(screen.getByRole('button', { name: '扫码填写订单' }));
    const layer = await screen.findByRole('dialog');
    expect((await within(layer).findByRole('alert')).textContent).toContain('没有摄像头权限');
    await expectNoFaults();
    fireEvent.change(layer.querySelector('input[type=file]')!, {
      target: { files: [new File(['x'], 'a.png', { type: 'image/png' })] },
    });
    await waitFor(() =>
      expect(within(layer).getByRole('alert').textContent).toBe('图片中没有识别到条码'),
    );
    expect(
      ['NotFoundError', 'NotReadableError', 'Other'].map((name) =>
        cameraProblem(new DOMException('x', name)),
      ),
    ).toEqual(['没有找到摄像头', '摄像头正被其他程序使用', '无法打开摄像头']);
  });
});

describe('several people, departments and a role', () => {
  it('are chosen with search; one who is gone is said to be and stays', async () => {
    const users = [{ id: 'u2', realName: '李娜', headImgUrl: '', deptName: '销售部' }];
    const { value } = edit(
      { type: 'users' },
      ['u1', 'gone'],
      inputPorts({ 'upm.sysUser.listUserByDefault': () => users }),
    );
    expect(screen.getByText('已删除或无权查看')).toBeTruthy();
    await userEvent.click(screen.getByRole('combobox'));
    await userEvent.click(await screen.findByRole('option', { name: /李娜/ }));
    expect(value()).toEqual(['u1', 'gone', 'u2']);
    await userEvent.click(screen.getByRole('button', { name: '移除 已删除或无权查看' }));
    expect(value()).toEqual(['u1', 'u2']);
  });
  it('leave the root of the departments out: it means all members', async () => {
    const tree = [
      {
        id: '-1',
        parentId: '',
        title: '全部',
        children: [
          {
            id: 'd1',
            parentId: '-1',
            title: '总部',
            children: [{ id: 'd2', parentId: 'd1', title: '销售部', children: [] }],
          },
        ],
      },
    ];
    const { value } = edit(
      { type: 'depts' },
      undefined,
      inputPorts({ 'upm.org.assignedTree': () => tree }),
    );
    await userEvent.click(screen.getByRole('combobox'));
    await waitFor(() =>
      expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
        '总部',
        '销售部',
      ]),
    );
    await userEvent.keyboard('{ArrowDown}{Enter}{ArrowDown}{Enter}');
    expect(value()).toEqual(['d1', 'd2']);
    await userEvent.keyboard('{Escape}{Backspace}{Backspace}');
    expect(value()).toBeUndefined();
  });
  it('a role is one of the list', async () => {
    const { value } = edit(
      { type: 'role' },
      'admin',
      inputPorts({
        'upm.role.tree': () => [
          {
            id: 'g',
            kind: 'group',
            title: '系统角色',
            children: [{ id: 'm', kind: 'role', title: '成员', children: [] }],
          },
        ],
      }),
    );
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('管理员');
    await userEvent.click(screen.getByRole('combobox'));
    await userEvent.click(await screen.findByRole('option', { name: '成员' }));
    expect(value()).toBe('m');
  });
  it('are chosen on a page of their own on a phone', async () => {
    phone();
    const users = [{ id: 'u2', realName: '李娜', headImgUrl: '', deptName: '' }];
    const { value } = edit(
      { type: 'users' },
      undefined,
      inputPorts({ 'upm.sysUser.listUserByDefault': () => users }),
    );
    await userEvent.click(screen.getByRole('combobox'));
    const page = await screen.findByRole('dialog', { name: '订单' });
    await userEvent.click(await within(page).findByRole('option', { name: /李娜/ }));
    await expectNoFaults();
    expect([value(), screen.queryByRole('dialog') !== null]).toEqual([['u2'], true]);
    await userEvent.click(within(page).getByRole('button', { name: '完成' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('addresses', () => {
  it('bring the right keyboard and are not filled in with one’s own', () => {
    for (const [type, mode] of [
      ['email', 'email'],
      ['phone', 'tel'],
      ['url', 'url'],
    ] as const) {
      edit({ type });
      const input = screen.getByRole('textbox');
      expect([input.getAttribute('inputmode'), input.getAttribute('autocomplete')]).toEqual([
        mode,
        'off',
      ]);
      cleanup();
    }
  });
});

describe('values for reading', () => {
  const ports = inputPorts();
  const shown = (type: string, value: unknown, more: object = {}) =>
    render(<ValueView field={{ type: type as 'text', ...more }} value={value} ports={ports} />)
      .container;
  it('say what is stored in words', () => {
    const options = [{ code: 'f', label: '水果', children: [{ code: 'a', label: '苹果' }] }];
    const text = (type: string, value: unknown, more: object = {}) =>
      formatValue({ type: type as 'text', ...more }, value, ports.labels);
    expect([
      text('time', '09:30:15'),
      text('time', '09:30:15', { seconds: true }),
      text('yearMonth', '2026-11'),
      text('dateRange', { from: '2026-01-01', to: '2026-01-05' }),
      text('dateRange', { from: '2026-01-01' }),
    ]).toEqual(['09:30', '09:30:15', '2026-11', '2026-01-01 至 2026-01-05', '2026-01-01 至 ？']);
    expect([
      text('cascade', 'a', { options }),
      text('cascade', 'old', { options }),
      text('area', '330106'),
      text('area', '999999'),
      text('users', ['u1', 'gone']),
      text('role', 'admin'),
    ]).toEqual([
      '水果 / 苹果',
      'old',
      '浙江省 / 杭州市 / 西湖区',
      '999999',
      '张伟、已删除或无权查看',
      '管理员',
    ]);
    expect([
      text('rating', 4),
      text('location', { lng: 1, lat: 2, address: '某地' }),
      text('signature', { fileId: 'f', name: 'x', size: 1, mime: 'image/png' }),
    ]).toEqual(['4 / 5', '某地（1, 2）', '已签名']);
  });
  it('survive values of a wrong type', () => {
    for (const type of [
      'richText',
      'time',
      'yearMonth',
      'dateRange',
      'cascade',
      'area',
      'users',
      'depts',
      'role',
      'image',
      'signature',
      'rating',
      'slider',
      'location',
      'barcode',
    ])
      for (const odd of [null, 0, 'x', true, {}, [1], [{ code: 1 }], { lng: 'x' }])
        expect(() => {
          shown(type, odd);
          cleanup();
        }).not.toThrow();
  });
  it('link out only where it is safe', () => {
    expect(shown('location', { lng: 120, lat: 30 }).querySelector('a')?.getAttribute('rel')).toBe(
      'noopener noreferrer',
    );
    expect(shown('location', { lng: 1200, lat: 30 }).querySelector('a')).toBeNull();
    expect(shown('email', 'name@example.com').querySelector('a')?.getAttribute('href')).toBe(
      'mailto:name@example.com',
    );
    expect(shown('phone', '0571-8888 0000').querySelector('a')?.getAttribute('href')).toBe(
      'tel:057188880000',
    );
    expect(shown('url', 'javascript:alert(1)').querySelector('a')).toBeNull();
  });
  it('show pictures that open at full size, and stars that say their number', async () => {
    URL.createObjectURL = vi.fn(() => 'blob:p');
    const view = shown('image', [{ fileId: 'f', name: 'a.png', size: 1, mime: 'image/png' }]);
    await waitFor(() => expect(view.querySelector('img')).toBeTruthy());
    await userEvent.click(screen.getByRole('button', { name: '查看 a.png' }));
    expect(await screen.findByRole('dialog', { name: 'a.png' })).toBeTruthy();
    expect(within(shown('rating', 3)).getByRole('img', { name: '3 星，共 5 星' })).toBeTruthy();
    await expectNoFaults();
  });
});
