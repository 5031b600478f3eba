import type { TimeLimited } from './time-limit.ts';

/**
 * A text message as it leaves. `templateId` is the provider's own id of the template, '' when none
 * is set up for it.
 */
interface Sms {
  readonly mobile: string;
  readonly templateId: string;
  readonly params: Readonly<Record<string, string>>;
  /** The same in every try. */
  readonly outId: string;
}

/**
 * Whether a message reached its phone. `at`: when, as far as it is known; `why` not, in Chinese.
 */
export interface Receipt {
  readonly received: boolean;
  readonly at: Date | null;
  readonly why: string;
}

/** Who sends text messages. Another provider is another one of these. */
export interface SmsProvider extends TimeLimited {
  readonly name: string;
  /** Sends nothing: messages are read in their log. */
  readonly keeps: boolean;
  /**
   * Answers the provider's own number of the message; throws a HopelessError when no later try will
   * do.
   */
  send(sms: Sms): Promise<string>;
  /**
   * The result of a message by the number `send` gave it; null while it is unknown. Left out by a
   * provider that never reports it.
   */
  receipt?(sent: { mobile: string; serial: string; sent: Date }): Promise<Receipt | null>;
}
