import { Database, OutboxDrainer } from '../../kernel/index.ts';
import { deliverMessages } from '../messages/deliver.ts';
import { mailChannel } from './mail-channel.ts';
import { deliverMails } from './mails.ts';

/**
 * A process that delivers until it is killed, bundled: node script.js <database> <mail server>.
 */
const [databaseUrl = '', smtpUrl = ''] = process.argv.slice(2);
const db = new Database({ connection: { connectionString: databaseUrl } });
const mail = mailChannel({ url: smtpUrl, from: 'a@huozi.example' });
new OutboxDrainer(
  db,
  { message: () => deliverMessages(db), mail: () => deliverMails(db, mail, false) },
  (error) => {
    console.error(error);
  },
).start();
process.stdout.write('draining\n');
