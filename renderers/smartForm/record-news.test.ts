import { expect, test } from 'vitest';
import { callAndPublish } from '../../src/runtime/models/index.ts';
import type { EnginePorts } from '../../src/runtime/ports/index.ts';
import type { PageScope } from '../../src/runtime/scope/index.ts';
import { fakePorts, openScope, pageOf } from '../../src/view/testing/index.ts';
import { formPorts } from './form-ports.ts';

const body = { type: 'box@1' };

test('two pages of one application hear of what either wrote; the page of a form around them does not', async () => {
  const ports = fakePorts({
    answers: {
      'bizmeta.record.refList': () => [{ object: 'order', count: 3 }],
      'bizmeta.record.transact': () => ({ records: [], changes: [], problems: [] }),
    },
  });
  const ofForm = formPorts({
    ports,
    credentials: { token: 't', visitor: 'v' },
    form: {
      state: 'open',
      name: '登记',
      page: { origin: 'company', allows: [], document: pageOf({ key: 'form.t1', body }) },
    },
    rules: null,
    changed: () => undefined,
  });
  const open = (id: string, own: EnginePorts): PageScope => {
    const input = { object: 'customer', id };
    const sources = { counts: { call: 'bizmeta.record.refList', input } };
    return openScope(pageOf({ body, sources }), own);
  };
  const pages = [open('first', ports), open('second', ports), open('form', ofForm)];
  const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
  const write = async (own: EnginePorts): Promise<unknown[]> => {
    const before = ports.calls('bizmeta.record.refList').length;
    const step = { do: 'delete', object: 'order', id: 'r1' };
    await callAndPublish(own, 'bizmeta.record.transact', { steps: [step] });
    await soon();
    return ports
      .calls('bizmeta.record.refList')
      .slice(before)
      .map(({ id }) => id);
  };
  await soon();
  expect(await write(ports)).toEqual(['first', 'second']);
  expect(await write(ofForm)).toEqual(['form']);
  pages[0]!.dispose();
  expect(await write(ports)).toEqual(['second']);
  for (const page of pages) page.dispose();
});
