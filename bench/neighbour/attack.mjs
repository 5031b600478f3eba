// Repeats one kind of request in a process of its own until it is stopped; then prints how the
// requests ended. node bench/neighbour/attack.mjs WAY URL '{"token": ...}'
import { connect } from 'node:net';
import http from 'node:http';
import { WAYS } from './ways.mjs';

const [name, url, auth] = process.argv.slice(2);
const way = WAYS[name];
const headers = JSON.parse(auth);
const { hostname, port } = new URL(url);
const ended = {};
const count = (what) => {
  ended[what] = (ended[what] ?? 0) + 1;
};
const PAUSE_MS = 20;
/**
 * Requests that are refused at once are not repeated at once: the question is what the server does,
 * not how fast one can ask.
 */
const sleep = (ms) =>
  new Promise((done) => {
    setTimeout(done, ms);
  });

/** One request; how it ended. A body that is refused while it is sent still has its answer read. */
function once({ path, stream }, given) {
  return new Promise((resolve) => {
    const asked = http.request({
      hostname,
      port,
      path,
      method: given.method,
      agent: false,
      headers: {
        ...headers,
        ...given.headers,
        ...(given.body && { 'content-length': Buffer.byteLength(given.body) }),
      },
    });
    asked.on('response', (response) => {
      response
        .on('data', () => undefined)
        .on('end', () => resolve(String(response.statusCode)))
        .on('error', () => resolve('broken'));
      if (stream) response.on('close', () => resolve('closed'));
    });
    asked.on('error', (error) => resolve(error.code ?? 'error'));
    asked.end(given.body);
  });
}

function half() {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket
      .on('connect', () => socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n'))
      .on('data', () => undefined)
      .on('error', () => undefined)
      .on('close', () => resolve('closed'));
  });
}

async function again() {
  const given = way.request?.();
  for (;;) {
    count(way.sockets ? await half() : await once(way, given));
    await sleep(PAUSE_MS);
  }
}

process.on('SIGTERM', () => {
  process.stdout.write(JSON.stringify(ended));
  process.exit(0);
});
for (let n = 0; n < (way.sockets ?? way.atOnce); n += 1) void again();
process.stderr.write('begun\n');
