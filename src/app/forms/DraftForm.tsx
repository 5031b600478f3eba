import { useMemo, useState } from 'react';
import type { AttachmentRef, CaptchaChallenge, OpenedForm } from '../../contract/index.ts';
import type { EnginePorts } from '../../runtime/ports/index.ts';
import { useNarrow } from '../../ui/hooks/index.ts';
import {
  FormLogic,
  isFilled,
  otherDevicePage,
  smartFormPage,
  type SheetOptions,
} from '../../page/index.ts';
import type { Api } from '../api/index.ts';
import { useApplication } from '../shells/context.ts';
import { formPorts, type FormCredentials } from './form-ports.ts';
import { GeneratedPage } from './GeneratedPage.tsx';

const PREVIEW_CREDENTIALS: FormCredentials = { token: 'draft', visitor: 'draft' };
/** A challenge that is solved at once: a preview sends nothing, so its answer is never checked. */
const TRIVIAL_CHALLENGE: CaptchaChallenge = {
  id: 'draft',
  level: 0,
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    nonce: '00',
    salt: '00',
    cost: 1,
    keyLength: 32,
    keyPrefix: '0',
  },
};

/** Ports of a preview: reads are real; nothing is sent, uploaded or stored. */
function previewPorts(ports: EnginePorts, api: Api): { ports: EnginePorts; api: Api } {
  const kept = new Map<string, unknown>();
  let files = 0;
  const own: EnginePorts = {
    ...ports,
    call(id, input, options) {
      if (id === 'bizmeta.smartform.captcha') return Promise.resolve(TRIVIAL_CHALLENGE);
      if (id !== 'bizmeta.smartform.submit') return ports.call(id, input, options);
      ports.toast('info', '试填完成，没有写入数据');
      return Promise.resolve({ editKey: null });
    },
    open: (url) => ports.toast('info', `提交后会前往 ${url}`),
    remembered: { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value) },
  };
  const upload: Api['upload'] = (file, onProgress): Promise<AttachmentRef> => {
    onProgress?.(1);
    return Promise.resolve({
      fileId: `draft-${++files}`,
      name: file.name,
      size: file.size,
      mime: file.type,
    });
  };
  return { ports: own, api: { ...api, upload } };
}

interface Props {
  draft: OpenedForm;
}

/**
 * A form being designed, to be filled in as users will, and sent nowhere. Each change of it
 * restarts the preview.
 */
export default function DraftForm({ draft }: Props) {
  const [turn, setTurn] = useState(0);
  const text = JSON.stringify(draft);
  const form = useMemo(() => JSON.parse(text) as OpenedForm, [text]);
  return (
    <FormPreview key={`${turn} ${text}`} form={form} again={() => setTurn((was) => was + 1)} />
  );
}

function FormPreview({ form, again }: { form: OpenedForm; again(): void }) {
  const { ports, api } = useApplication();
  const narrow = useNarrow();
  const made = useMemo(() => {
    if (!isFilled(form)) return null;
    const sheet: SheetOptions = { key: 'draft', inside: true };
    const world = previewPorts(ports, api);
    const logic = new FormLogic(form.body, form.describe.fields);
    const { terminal } = form.body;
    const page =
      terminal !== 'both' && narrow !== (terminal === 'mobile')
        ? otherDevicePage(form.name, terminal, '', sheet)
        : smartFormPage(form, sheet);
    return {
      page,
      logic,
      ports: formPorts({
        key: sheet.key,
        ...world,
        credentials: PREVIEW_CREDENTIALS,
        form,
        logic,
        changed: again,
      }),
    };
  }, [form, ports, api, narrow, again]);
  if (!made || !isFilled(form)) return null;
  return (
    <GeneratedPage
      page={made.page}
      ports={made.ports}
      logic={made.logic}
      fields={form.describe.fields}
      onEmit={(event) => {
        if (event === 'again') again();
      }}
    />
  );
}
