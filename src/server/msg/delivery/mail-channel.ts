import { createTransport } from 'nodemailer';
import type { MailConfig } from '../../kernel/index.ts';
import { PermanentDeliveryError } from './permanent-error.ts';
import type { TimeLimited } from './time-limit.ts';

/**
 * A mail as it leaves: `id` is the same in every try, so that a reader's mail program shows two as
 * one.
 */
interface Mail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Where mails go. `keeps`: nowhere, they are read here. */
export interface MailChannel extends TimeLimited {
  readonly keeps: boolean;
  /** `signal`: closes the connection, the result is no longer awaited. */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** A server that says nothing for so long is tried later. */
const TIMEOUTS = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 30_000,
} as const;

/**
 * Permanent refusals of the addressee or the content (RFC 5321); a refused sign-in (535) is for the
 * operator to fix.
 */
const isPermanent = (error: unknown): boolean => {
  const { responseCode } = error as { responseCode?: number };
  return responseCode !== undefined && responseCode >= 550 && responseCode < 560;
};

/** Mails of this installation's own box. */
const box: MailChannel = { keeps: true, send: async () => undefined, close: () => undefined };

/** A pool of connections to the mail server. */
export function smtpTransport(url: string): ReturnType<typeof createTransport> {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIMEOUTS,
  });
  // A failure reaches the sender. That of an idle connection has no receiver, and an 'error' event
  // without a listener ends the process.
  transport.on('error', () => undefined);
  return transport;
}

function smtp({ url, from }: MailConfig): MailChannel {
  const transport = smtpTransport(url);
  return {
    keeps: false,
    async send({ id, to, subject, text }, signal) {
      try {
        // An address is a person's text: as an object it is one address, even with commas in it.
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@huozi>`,
          signal,
        });
      } catch (error) {
        throw isPermanent(error)
          ? new PermanentDeliveryError((error as Error).message, { cause: error })
          : error;
      }
    },
    close: () => transport.close(),
  };
}

export const mailChannel = (config: MailConfig | undefined): MailChannel =>
  config ? smtp(config) : box;
