#!/usr/bin/env node
// Firefox as the test tool wants it: between the two, over WebDriver BiDi, the one command is
// answered that the extended support release does not have yet. The test tool sends it for every
// window, also where no story asks for other media.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

const NOT_IN_FIREFOX = 'emulation.setMediaFeaturesOverride';
const ANNOUNCED = /WebDriver BiDi listening on (ws:\/\/\S+)/;

/** Hands every message on, both ways, but for the command above. */
function connect(tool, address) {
  const firefox = new WebSocket(address);
  const opened = new Promise((done) => firefox.once('open', done));
  tool.on('message', async (data) => {
    const { id, method } = JSON.parse(data);
    if (method === NOT_IN_FIREFOX) {
      tool.send(JSON.stringify({ type: 'success', id, result: {} }));
      return;
    }
    await opened;
    firefox.send(data.toString());
  });
  firefox.on('message', (data) => tool.send(data.toString()));
  tool.on('close', () => firefox.close());
  firefox.on('close', () => tool.close());
}

const browser = spawn(process.env.FIREFOX_PATH || '/usr/bin/firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
browser.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
browser.on('exit', (code) => process.exit(code ?? 0));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, () => browser.kill(signal));
createInterface({ input: browser.stderr }).on('line', (line) => {
  const address = ANNOUNCED.exec(line)?.[1];
  if (!address) {
    console.error(line);
    return;
  }
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () =>
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`),
  );
  server.on('connection', (tool, request) => connect(tool, address + request.url));
});
