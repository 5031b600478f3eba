import { render } from '@testing-library/react';
import axe from 'axe-core';
import { observable, runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { expect, vi } from 'vitest';
import type { AreaNode, FieldDescribe, Labels } from '../../../contract/index.ts';
import type { EnginePorts } from '../../../runtime/ports/index.ts';
import { ValueInput, type ValueInputProps } from '../FieldInput.tsx';

type Answers = Record<string, (input: Record<string, unknown>) => unknown>;
export type InputPorts = EnginePorts &
  Record<
    'call' | 'upload' | 'bytes' | 'areas' | 'download' | 'toast' | 'showFailure' | 'open',
    ReturnType<typeof vi.fn>
  >;

const AREAS: AreaNode[] = [
  {
    code: '330000',
    label: '浙江省',
    children: [
      {
        code: '330100',
        label: '杭州市',
        children: [
          { code: '330106', label: '西湖区' },
          { code: '330108', label: '滨江区' },
        ],
      },
      { code: '330200', label: '宁波市', children: [{ code: '330203', label: '海曙区' }] },
    ],
  },
  {
    code: '500000',
    label: '重庆市',
    children: [
      { code: '500100', label: '重庆市', children: [{ code: '500103', label: '渝中区' }] },
    ],
  },
  { code: '710000', label: '台湾省' },
];
const AREA_NAMES = { '330106': '浙江省 / 杭州市 / 西湖区' };

/** Fake ports for inputs: 林晓 is signed in, u1 is 张伟, `gone` is a deleted user. */
export function inputPorts(calls: Answers = {}): InputPorts {
  const known = observable.object<Labels>({
    user: { u1: '张伟', gone: '' },
    area: AREA_NAMES,
    role: { admin: '管理员' },
  });
  return {
    call: vi.fn(async (id: string, input: Record<string, unknown>) => calls[id]?.(input) ?? []),
    describe: async () => ({ titleField: 'name' }),
    showFailure: vi.fn(),
    toast: vi.fn(),
    now: () => new Date(2026, 10, 21, 9, 30),
    upload: vi.fn(),
    download: vi.fn(async () => undefined),
    open: vi.fn(),
    bytes: vi.fn(async () => new Blob(['picture'])),
    areas: vi.fn(async () => AREAS),
    person: () => ({
      id: 'me',
      realName: '林晓',
      headImgUrl: '',
      isSuper: false,
      isBuilder: false,
      functions: [],
      tenantName: '云帆科技',
    }),
    labels: {
      get: (kind: string, id: string) => known[kind]?.[id],
      add: (more: Labels) =>
        runInAction(() => {
          for (const kind of Object.keys(more)) known[kind] = { ...known[kind], ...more[kind] };
        }),
    },
  } as unknown as InputPorts;
}
/** A value editor over one observable value; `value()` reads it, `set` changes it from outside. */
export function edit(
  describe: Partial<FieldDescribe>,
  start?: unknown,
  ports: EnginePorts = inputPorts(),
  extra: Partial<ValueInputProps> = {},
) {
  const box = observable.box(start, { deep: false });
  const set = (value: unknown) => runInAction(() => box.set(value));
  const onBlur = vi.fn();
  const Editor = observer(() => (
    <ValueInput
      describe={describe as FieldDescribe}
      label="订单"
      value={box.get()}
      onChange={set}
      onBlur={onBlur}
      ports={ports}
      {...extra}
    />
  ));
  return { ...render(<Editor />), value: () => box.get(), set, onBlur };
}
/**
 * Accessibility faults of what is on the screen; colours cannot be seen here, and the hundred years
 * of a calendar's list are all alike.
 */
export async function expectNoFaults(container: Element = document.body): Promise<void> {
  const faults = (
    await axe.run(
      { include: [container as HTMLElement], exclude: ['option'] },
      { rules: { region: { enabled: false }, 'color-contrast': { enabled: false } } },
    )
  ).violations;
  expect(faults.map((fault) => `${fault.id}: ${fault.nodes[0]?.html}`)).toEqual([]);
}
