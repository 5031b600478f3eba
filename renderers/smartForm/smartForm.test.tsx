// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { useNarrow } from '../../src/ui/hooks/index.ts';
import { fakePorts } from '../../src/view/testing/index.ts';
import type { SmartFormView } from '../../src/runtime/ports/index.ts';
import { openNode } from '../../tests/fixtures/page.ts';
import smartForm from './index.ts';

/** Ports whose forms show their parameters, and notify when they are pressed. */
const world = (event: Parameters<SmartFormView['onEvent']>) => ({
  ports: {
    ...fakePorts(),
    smartForm: ({ form, edit, submission, alone, onEvent }: SmartFormView) => (
      <button type="button" onClick={() => onEvent(...event)}>
        {JSON.stringify([form, edit, submission, alone])}
      </button>
    ),
  },
});
const on = {
  sent: [{ do: 'toast', args: { text: '收到' } }],
  change: [
    {
      do: 'navigate',
      args: { to: { $t: '/app/{event.appId}/{event.object}/form/{event.formId}?edit={event.id}' } },
    },
  ],
};

test('draws the form it names, and notifies when something was sent', async () => {
  const given = world(['sent', {}]);
  const page = await openNode(
    smartForm,
    { props: { form: 'f1', edit: 's1', alone: true }, on },
    given,
  );
  await page.click('["f1","s1","",true]');
  expect(given.ports.log.at(-1)).toMatchObject({ kind: 'toast', text: '收到' });
});
test('shows a submission, and leads to its change', async () => {
  const given = world(['change', { id: 's1', formId: 'f1', object: 'leave', appId: 'a1' }]);
  const page = await openNode(smartForm, { props: { submission: 's1' }, on }, given);
  await page.click('["","","s1",false]');
  expect(given.ports.log.at(-1)).toMatchObject({
    kind: 'navigate',
    path: '/app/a1/leave/form/f1?edit=s1',
  });
});
test('explains that no form was chosen, or that pages are only previewed', async () => {
  const none = await openNode(smartForm, { props: { form: null } });
  none.expects({ sees: '没有选择表单' });
  (await openNode(smartForm, { props: { form: 'f1' } })).expects({
    sees: '发布后，表单会显示在这里',
  });
});
test('a form that is being made is tried out, on the screen it is meant for', async () => {
  const draft = {
    state: 'open',
    name: '登记',
    body: { terminal: 'both' },
    describe: { fields: [] },
  };
  const page = await openNode(
    smartForm,
    { props: { draft, device: 'mobile' } },
    {
      ports: {
        ...fakePorts(),
        smartForm: ({ draft: given }: SmartFormView) => (
          <p>
            试填 {given?.name} {String(useNarrow())}
          </p>
        ),
      },
    },
  );
  page.expects({ sees: '试填 登记 true' });
});
