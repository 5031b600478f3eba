import type { AnyStateMachine } from 'xstate';
import type { AreaNode, Labels, ObjectDescribe, Problem } from '../../contract/index.ts';
import {
  createRecordNews,
  type CallFailure,
  type EnginePorts,
  type MachineActor,
  type Person,
} from '../../runtime/ports/index.ts';

/**
 * Answers of the fake server: a value, or a function of the input (throw what failedCall makes to
 * fail).
 */
export type Answers = Record<string, unknown>;
export interface FakePortsOptions {
  answers?: Answers;
  describes?: Record<string, ObjectDescribe>;
  areas?: readonly AreaNode[];
  machines?: Record<string, AnyStateMachine>;
  actors?: Record<string, MachineActor>;
  person?: Person | null;
  /** What the person says when asked; true unless given. */
  confirms?: boolean;
  /** Keys of what the person takes from others when both changed it; null: does not choose. */
  theirs?: readonly string[] | null;
  remembered?: Record<string, unknown>;
  now?: Date;
}
interface LoggedRequest {
  kind: string;
  [detail: string]: unknown;
}
export interface FakePorts extends EnginePorts {
  /**
   * Everything asked of the world, in order: {kind: 'call', id, input}, {kind: 'toast', text} ...
   */
  readonly log: LoggedRequest[];
  /** Inputs of the calls with this id. */
  calls(id: string): Record<string, unknown>[];
  rememberedValues: Map<string, unknown>;
}

export const TEST_PERSON: Person = {
  id: 'u1',
  realName: '张三',
  headImgUrl: '',
  isSuper: false,
  isBuilder: true,
  functions: ['build.use'],
  tenantName: '测试公司',
};

/** An error as the application's call port rejects with. */
export function failedCall(
  reason: string,
  msg: string,
  problems: readonly Problem[] = [],
  code = 400,
): CallFailure {
  return Object.assign(new Error(msg), { reason, code, problems: [...problems], shown: false });
}

/**
 * Ports over a world of plain data; unknown calls and machines fail by name, so that a test
 * notices.
 */
export function fakePorts(world: FakePortsOptions = {}): FakePorts {
  const log: LoggedRequest[] = [];
  const note = (kind: string, detail: Record<string, unknown> = {}): void => {
    log.push({ kind, ...detail });
  };
  const kept = new Map<string, unknown>(Object.entries(world.remembered ?? {}));
  const labels = new Map<string, string>();
  const need = <T>(what: string, name: string, value: T | undefined): T => {
    if (value === undefined) throw new Error(`the fake world has no ${what} "${name}"`);
    return value;
  };
  return {
    log,
    rememberedValues: kept,
    calls: (id) =>
      log
        .filter((entry) => entry.kind === 'call' && entry['id'] === id)
        .map((entry) => entry['input'] as Record<string, unknown>),
    async call(id, input, options) {
      note('call', { id, input });
      const answer = need('answer to', id, world.answers?.[id]);
      return typeof answer === 'function'
        ? (answer as (input: unknown, signal?: AbortSignal) => unknown)(input, options?.signal)
        : answer;
    },
    async upload(file, onProgress) {
      onProgress(1);
      note('upload', { name: file.name });
      return { fileId: `f-${file.name}`, name: file.name, size: file.size, mime: file.type };
    },
    async sendFile(id, input, file) {
      note('sendFile', { id, input, name: file.name });
      const answer = need('answer to', id, world.answers?.[id]);
      return typeof answer === 'function' ? answer(input) : answer;
    },
    async download(fileId, name) {
      note('download', { fileId, name });
    },
    async saveAnswer(id, input, name) {
      note('saveAnswer', { id, input, name });
    },
    async bytes(fileId, { edge } = {}) {
      note('bytes', { fileId, ...(edge && { edge }) });
      return new Blob([fileId]);
    },
    async areas() {
      return world.areas ?? [];
    },
    async describe(apiName) {
      return need('describe', apiName, world.describes?.[apiName]);
    },
    showFailure: (failure) =>
      note('failure', { text: failure instanceof Error ? failure.message : String(failure) }),
    toast: (type, text, link) => note('toast', { type, text, ...(link && { link }) }),
    async confirm(ask) {
      note('confirm', ask);
      return world.confirms ?? true;
    },
    async chooseVersions(ask) {
      note('versions', { ...ask });
      return world.theirs === undefined ? [] : world.theirs;
    },
    navigate: (path, options) => note('navigate', { path, replace: options?.replace ?? false }),
    back: () => note('back'),
    open: (url, target) => note('open', { url, target }),
    location: () => ({ path: '/', query: {} }),
    machine: (name) => need('machine', name, world.machines?.[name]),
    machineEvents: async (name) => need('machine', name, world.machines?.[name]).events,
    actor: (name) => world.actors?.[name],
    person: () => (world.person === undefined ? TEST_PERSON : world.person),
    labels: {
      add(more: Labels) {
        for (const [kind, byId] of Object.entries(more))
          for (const [id, label] of Object.entries(byId)) labels.set(`${kind}/${id}`, label);
      },
      get: (kind, id) => labels.get(`${kind}/${id}`),
    },
    news: createRecordNews(),
    remembered: { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value) },
    now: () => world.now ?? new Date('2026-03-05T02:00:00Z'),
  };
}
