import type { TenantTx } from '../../kernel/index.ts';

/** Whether the company can send text messages by this template. */
type CanSend = (tx: TenantTx, template: string) => Promise<boolean>;

/**
 * Which text messages can leave. The service that sends them says so at its start, since this room
 * may not import it.
 */
export class TextMessages {
  #canSend: CanSend = async () => true;

  answerBy(canSend: CanSend): void {
    this.#canSend = canSend;
  }

  canSend(tx: TenantTx, template: string): Promise<boolean> {
    return this.#canSend(tx, template);
  }
}
