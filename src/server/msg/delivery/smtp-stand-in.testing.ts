import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A mail server with just enough SMTP to accept a mail, or to refuse one as configured. */
export interface StandIn {
  readonly url: string;
  readonly mails: string[];
  /** What the addressee is answered; 250 takes. */
  refusal: string;
  /** False: its greeting never ends. */
  greets: boolean;
  close(): Promise<void>;
}

export async function smtpStandIn(): Promise<StandIn> {
  const mails: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    const say = (line: string): void => {
      socket.write(`${line}\r\n`);
    };
    let data: string | null = null;
    let rest = '';
    const take = (line: string): void => {
      if (data !== null) {
        if (line !== '.') {
          data += `${line}\n`;
          return;
        }
        mails.push(data);
        data = null;
        say('250 taken');
        return;
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'EHLO' || verb === 'HELO') say('250 stand-in');
      else if (verb === 'RCPT') say(standIn.refusal);
      else if (verb === 'DATA') {
        data = '';
        say('354 go on');
      } else if (verb === 'QUIT') {
        say('221 bye');
        socket.end();
      } else say('250 ok');
    };
    if (standIn.greets) say('220 stand-in ESMTP');
    else {
      const murmur = setInterval(() => say('220-wait'), 50);
      socket.on('close', () => clearInterval(murmur));
    }
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop()!;
      for (const line of lines) take(line);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const standIn: StandIn = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    refusal: '250 ok',
    greets: true,
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
  return standIn;
}
