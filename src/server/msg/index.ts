import {
  migrationsOf,
  OutboxDrainer,
  type Database,
  type Kernel,
  type Service,
} from '../kernel/index.ts';
import { Wordings } from '../log/index.ts';
import { TextMessages } from '../upm/index.ts';
import { fillMessages } from './demo.ts';
import { mailChannel, type MailChannel } from './delivery/mail-channel.ts';
import { deliverMails } from './delivery/mails.ts';
import { watchReceipts } from './delivery/receipts.ts';
import { smsProvider } from './delivery/sms-channel.ts';
import { canSend, templatesWithoutId } from './delivery/sms-templates.ts';
import { deliverSmsMessages, type SmsSettings } from './delivery/texts.ts';
import { EventHub } from './events/hub.ts';
import { markRead, inboxPage, removeMessages, countUnread } from './messages/inbox.ts';
import { deliverMessages } from './messages/deliver.ts';
import { listTopics, saveTopic } from './messages/preferences.ts';
import { mailDetail, mailPage, resendMail } from './outbox/mails.ts';
import { OutboxReader } from './outbox/reader.ts';
import { removeTemplate, saveTemplate, templatePage, updateTemplate } from './outbox/templates.ts';
import { smsPage } from './outbox/texts.ts';
import { purgeExpiredMessages } from './sweep.ts';
import { msgWordings } from './wordings.ts';

export { withTimeLimit } from './delivery/time-limit.ts';
export { FLOW_CHANNEL } from './events/hub.ts';

const HOUR_MS = 3_600_000;

/** What one started server runs. */
interface Running {
  readonly hub: EventHub;
  readonly drainer: OutboxDrainer;
  readonly mail: MailChannel;
  readonly stopReceipts: () => Promise<void>;
  readonly sweeping: NodeJS.Timeout;
}

function serveMessages({ db, routes }: Kernel, hub: EventHub): void {
  routes.readRoute('msg.msgsCenterInfo.page', (input, ctx) => inboxPage(db, ctx, input));
  routes.readRoute('msg.msgsCenterInfo.unread', (_input, ctx) => countUnread(db, ctx));
  routes.route('msg.msgsCenterInfo.mark', ({ ids }, ctx) => markRead(db, ctx, ids));
  routes.route('msg.msgsCenterInfo.delmsg', ({ ids }, ctx) => removeMessages(db, ctx, ids));
  routes.readRoute('msg.preference.list', (_input, ctx) => listTopics(db, ctx));
  routes.route('msg.preference.save', (input, ctx) => saveTopic(db, ctx, input));
  routes.route('msg.events', (_input, ctx) => hub.open(ctx));
  routes.route('upm.ws.lists', () => [{ url: '/msg/events', kind: 'sse' }]);
}

function serveOutbox({ db, routes, config }: Kernel): void {
  const reader = new OutboxReader(db, config.mode === 'demo');
  routes.route('msg.mail.page', (input, ctx) => mailPage(reader, ctx, input));
  routes.route('msg.mail.detail', ({ id }, ctx) => mailDetail(reader, ctx, id));
  routes.route('msg.mail.resend', ({ id }, ctx) => resendMail(db, reader, ctx, id));
  routes.route('msg.smsSendLogs.page', (input, ctx) => smsPage(reader, ctx, input));
}

function serveTemplates({ db, routes }: Kernel): void {
  routes.route('msg.smsTemplate.page', (input, ctx) => templatePage(db, ctx, input));
  routes.route('msg.smsTemplate.save', (input, ctx) => saveTemplate(db, ctx, input));
  routes.route('msg.smsTemplate.update', (input, ctx) => updateTemplate(db, ctx, input));
  routes.route('msg.smsTemplate.remove', (input, ctx) => removeTemplate(db, ctx, input));
}

function run({ db, config, log }: Kernel): Running {
  const failed = (error: unknown): void => log.warn({ err: error }, 'msg');
  const mail = mailChannel(config.mail);
  const texts = {
    provider: smsProvider(config.sms),
    templates: config.sms?.templates ?? {},
    clear: config.mode === 'demo',
  };
  const hub = new EventHub(db, failed);
  const behind = db.background;
  const drainer = outboxDrainer(db, mail, texts, failed);
  const stopReceipts = config.quiet
    ? () => Promise.resolve()
    : watchReceipts(behind, texts.provider, failed);
  const sweeping = setInterval(() => {
    purgeExpiredMessages({ db: behind, log }).catch(failed);
  }, HOUR_MS).unref();
  hub.start();
  if (!config.quiet) drainer.start();
  return { hub, drainer, mail, stopReceipts, sweeping };
}

function outboxDrainer(
  db: Database,
  mail: MailChannel,
  texts: SmsSettings,
  failed: (error: unknown) => void,
): OutboxDrainer {
  const behind = db.background;
  const deliveries = {
    message: () => deliverMessages(behind, failed),
    mail: () => deliverMails(behind, mail, texts.clear),
    sms: () => deliverSmsMessages(behind, texts),
  };
  return new OutboxDrainer(db, deliveries, failed);
}

/** What text messages can leave; the operator reads at the start which cannot. */
function answerForTexts({ db, config: { sms }, log }: Kernel): void {
  db.state.of(TextMessages).answerBy((tx, template) => canSend(tx, sms, template));
  const missing = templatesWithoutId(sms);
  if (missing.length > 0)
    log.warn(
      { templates: missing },
      `SMS_TEMPLATES names no id for ${missing.join(', ')}: not sent`,
    );
}

/** Messages to members, mails and text messages: delivers what the outbox holds. */
export const msg: Service = {
  name: 'msg',
  migrations: migrationsOf('msg', import.meta.url),

  start(kernel) {
    kernel.db.state.of(Wordings).add(msgWordings);
    answerForTexts(kernel);
    const running = run(kernel);
    serveMessages(kernel, running.hub);
    serveOutbox(kernel);
    serveTemplates(kernel);
    return {
      quit: () => running.hub.stop(),
      async stop() {
        clearInterval(running.sweeping);
        await running.stopReceipts();
        await running.drainer.stop();
        running.mail.close();
      },
    };
  },

  demo: { 'msg.messages': fillMessages },
};
