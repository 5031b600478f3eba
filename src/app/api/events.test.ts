// @vitest-environment jsdom
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEvents } from './events.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let answer: Answer;
const asked: IncomingMessage['headers'][] = [];
const server = createServer((request, response) => {
  asked.push(request.headers);
  answer(request, response);
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/msg/events`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let heard: unknown[] = [];
let stop: () => void = () => undefined;
beforeEach(() => {
  heard = [];
  asked.length = 0;
});
afterEach(() => {
  stop();
  server.closeAllConnections();
  vi.restoreAllMocks();
});
const listen = (): void => {
  stop = openEvents({
    url,
    identity: () => ({ token: 'tok', userid: 'u1', tenant: 't1', region: 'cn' }),
    onSessionLost: (how) => heard.push(how),
    onEvent: (name, data) => heard.push([name, data]),
    onUp: () => heard.push('up'),
    onDown: () => heard.push('down'),
  });
};
const stream = (response: ServerResponse, ...lines: string[]): ServerResponse => {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.write(lines.join(''));
  return response;
};
const hide = (hidden: boolean): void => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
};

describe('the live stream', () => {
  it('sends the identity, and parses events from any chunks', async () => {
    answer = (_, response) => {
      stream(response, 'retry: 3000\n\n', ': \n\n', 'id: 7.2\nevent: unread\nda');
      setTimeout(() => response.write('ta: {"unread":2,"latest":7}\n\n'), 30);
    };
    listen();
    await expect
      .poll(() => heard, { timeout: 4_000 })
      .toEqual(['up', ['unread', { unread: 2, latest: 7 }]]);
    expect(asked[0]).toMatchObject({
      token: 'tok',
      userid: 'u1',
      tenant: 't1',
      regionid: 'cn',
      accept: 'text/event-stream',
    });
  });

  it('reconnects after a break, with the id of the last event', async () => {
    answer = (_, response) => {
      stream(response, 'id: 7.2\nevent: unread\ndata: {"unread":2}\n\n');
      if (asked.length === 1) setTimeout(() => response.destroy(), 30);
    };
    listen();
    await expect.poll(() => asked.length, { timeout: 5_000 }).toBe(2);
    expect([asked[0]!['last-event-id'], asked[1]!['last-event-id']]).toEqual([undefined, '7.2']);
    expect(heard).not.toContain('down');
  });

  it('says that it is gone when it does not come back', async () => {
    let first = true;
    answer = (_, response) => {
      if (first) setTimeout(() => response.destroy(), 50);
      if (first) stream(response);
      else response.writeHead(503).end('{}');
      first = false;
    };
    listen();
    await expect.poll(() => heard, { timeout: 6_000 }).toEqual(['up', 'down']);
  });

  it.each([
    ['TOKEN_INVALID', 'EXPIRED'],
    ['TOKEN_REPLACED', 'REPLACED'],
  ])('stops when the session is no longer valid (%s), and reports it', async (reason, how) => {
    answer = (_, response) => {
      response
        .writeHead(401, { 'content-type': 'application/json' })
        .end(JSON.stringify({ code: 401, data: { reason }, msg: '登录已失效' }));
    };
    listen();
    await expect.poll(() => heard, { timeout: 4_000 }).toEqual([how]);
    await new Promise((done) => {
      setTimeout(done, 1_600);
    });
    expect(heard).toEqual([how]);
  });

  it('waits until the page is visible', async () => {
    answer = (_, response) => {
      stream(response);
    };
    hide(true);
    listen();
    await new Promise((done) => {
      setTimeout(done, 100);
    });
    expect(asked.length).toBe(0);
    hide(false);
    await expect.poll(() => heard, { timeout: 4_000 }).toEqual(['up']);
  });
});
