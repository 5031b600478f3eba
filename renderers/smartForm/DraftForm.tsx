import { useMemo, useState } from 'react';
import type { AttachmentRef, CaptchaChallenge, OpenedForm } from '../../src/contract/index.ts';
import { FormRules } from '../../src/runtime/models/index.ts';
import type { EnginePorts } from '../../src/runtime/ports/index.ts';
import { useNarrow } from '../../src/ui/hooks/index.ts';
import { AnsweredPage } from '../../src/view/index.ts';
import { formPorts, type FormCredentials } from './form-ports.ts';

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

/** Remembers as long as the preview is open. */
function ownMemory(): EnginePorts['remembered'] {
  const kept = new Map<string, unknown>();
  return { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value) };
}

/** Ports of a preview: reads are real; nothing is sent, uploaded or stored. */
function previewPorts(ports: EnginePorts): EnginePorts {
  let files = 0;
  return {
    ...ports,
    call(id, input, options) {
      if (id === 'bizmeta.smartform.captcha') return Promise.resolve(TRIVIAL_CHALLENGE);
      if (id !== 'bizmeta.smartform.submit') return ports.call(id, input, options);
      ports.toast('info', '试填完成，没有写入数据');
      return Promise.resolve({ editKey: null });
    },
    sendFile(_id, _input, { name, size, type }, onProgress): Promise<AttachmentRef> {
      onProgress(1);
      return Promise.resolve({ fileId: `draft-${++files}`, name, size, mime: type });
    },
    open: (url) => ports.toast('info', `提交后会前往 ${url}`),
    remembered: ownMemory(),
  };
}

interface DraftFormProps {
  ports: EnginePorts;
  draft: OpenedForm;
}

/**
 * A form being designed, to be filled in as users will, and sent nowhere. Each change of it
 * restarts the preview.
 */
export function DraftForm({ ports, draft }: DraftFormProps) {
  const [turn, setTurn] = useState(0);
  const text = JSON.stringify(draft);
  const form = useMemo(() => JSON.parse(text) as OpenedForm, [text]);
  return (
    <FormPreview
      key={`${turn} ${text}`}
      form={form}
      ports={ports}
      again={() => setTurn((was) => was + 1)}
    />
  );
}

/** Whether the form is for screens of this width. */
const fitsScreen = ({ body }: OpenedForm, narrow: boolean): boolean =>
  body === undefined || body.terminal === 'both' || narrow === (body.terminal === 'mobile');

interface FormPreviewProps {
  form: OpenedForm;
  ports: EnginePorts;
  again(): void;
}
function FormPreview({ form, ports, again }: FormPreviewProps) {
  const { body, describe } = form;
  const fits = fitsScreen(form, useNarrow());
  const made = useMemo(() => {
    const own = previewPorts(ports);
    const rules = body && describe ? new FormRules(body, describe.fields, own) : null;
    const credentials = PREVIEW_CREDENTIALS;
    return { rules, ports: formPorts({ ports: own, credentials, form, rules, changed: again }) };
  }, [form, body, describe, ports, again]);
  return (
    <AnsweredPage
      key={String(fits)}
      page={form.page}
      params={{ inside: true, fits }}
      ports={made.ports}
      rules={made.rules}
      onEmit={(event) => {
        if (event === 'again') again();
      }}
    />
  );
}
