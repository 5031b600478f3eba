import { errorText, isAuthorized } from '../../../contract/index.ts';
import { stableText, type DocumentProblem, type Severity } from '../../../document/index.ts';
import { calledOf, placedSteps, type FlowDocument } from '../../../flow/index.ts';
import { AppError, type Session, type TenantTx } from '../../kernel/index.ts';
import { originOf, signedOrigins } from './outlets.ts';
import type { Outside } from './outside.ts';
import type { RequestSettings } from './settings.ts';

interface Asking {
  readonly id: string;
  readonly name: string;
  readonly does: RequestSettings;
}

/** The nodes of a document that ask an address outside. */
const asking = (document: FlowDocument): Asking[] =>
  placedSteps(document).flatMap(({ id, node, type }) => {
    const { do: does } = (node.settings ?? {}) as { do?: RequestSettings };
    return type === 'trigger' && does?.action === 'http'
      ? [{ id, name: calledOf(node), does }]
      : [];
  });

/** What is wrong with the addresses a document asks. */
export async function addressProblems(
  tx: TenantTx,
  { outbound }: Outside,
  document: FlowDocument,
  templateId: string,
): Promise<DocumentProblem[]> {
  const nodes = asking(document).filter(({ does }) => does.url.trim() !== '');
  if (nodes.length === 0) return [];
  const signed = await signedOrigins(tx, templateId);
  return nodes.flatMap(({ id, name, does }) => {
    const fault = outbound.fault(does.url);
    if (fault !== undefined) return [said(id, `“${name}”的${fault}`, 'error')];
    const isSigned = signed.has(originOf(does.url)!);
    return isSigned
      ? []
      : [said(id, `“${name}”没有签名密钥，接收方不能核对请求来自这里`, 'warning')];
  });
}

const said = (nodeId: string, why: string, severity: Severity): DocumentProblem => ({
  nodeId,
  path: `/nodes/${nodeId}/settings/do/url`,
  reason: 'FLOW_INVALID',
  params: { why },
  msg: errorText('FLOW_INVALID', { why }),
  severity,
});

/**
 * Who may not send data outside publishes no node that does, unless it is as it was published before.
 */
export function requireCallOut(
  session: Pick<Session, 'isSuper' | 'functions'> | undefined,
  document: FlowDocument,
  published: FlowDocument | undefined,
): void {
  if (session && isAuthorized('can:flow.callOut', session)) return;
  const known = new Map(
    (published ? asking(published) : []).map(({ id, does }) => [id, stableText(does as never)]),
  );
  const added = asking(document).find(
    ({ id, does }) => known.get(id) !== stableText(does as never),
  );
  if (added) throw new AppError('FLOW_CALL_OUT', { name: added.name });
}
