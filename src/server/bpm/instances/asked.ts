import type { FlowOperation } from '../../../contract/index.ts';

type Given = Omit<FlowOperation, 'signature' | 'attachments'>;
/** An operation as it was asked for: what is null was left out, files are their ids. */
export type Asked = {
  readonly [K in keyof Given]: Exclude<Given[K], null>;
} & { readonly signature?: string; readonly attachments?: readonly string[] };

type File = NonNullable<FlowOperation['signature']>;
const idOf = (file: File): string => (typeof file === 'string' ? file : file.fileId);

export function askedOf({ signature, attachments, ...given }: FlowOperation): Asked {
  const rest = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return {
    ...(Object.fromEntries(rest) as Omit<Asked, 'signature' | 'attachments'>),
    ...(signature && { signature: idOf(signature) }),
    ...(attachments && { attachments: attachments.map(idOf) }),
  };
}
