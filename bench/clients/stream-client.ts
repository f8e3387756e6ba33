// The process of some of the many who wait for events: holds streams or polls open, and tells when each heard of a change.
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Static } from 'typebox';
import { StreamPlan, serveParent } from '../measuring/messages.ts';
import type { HeardMoments } from '../measuring/messages.ts';

const openedAtOnce = 100;
/** A server that just opened so many has them wait in its queue of connections. */
const restMs = 10;

const sockets: Socket[] = [];
/** When each heard of the newest change, by the clock of the machine. */
let heardAtMs: number[] = [];
/** How often one was told to come back later. */
let refused = 0;
let comingBack = 0;

function openOne({ port, path }: Static<typeof StreamPlan>, [id = '', token = '']: readonly string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect(port, '127.0.0.1');
  let asked = path;
  const ask = (from: string): void => {
    asked = from;
    socket.write(`GET ${from} HTTP/1.1\r\nHost: x\r\nX-Auth-UserId: ${id}\r\nX-Auth-Token: ${token}\r\n\r\n`);
  };
  const isStream = path.includes('/stream');
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    const retryAfter = /^HTTP\/1\.1 (?:429|503) .*\r\nretry-after: (\d+)\r\n/is.exec(text)?.[1];
    if (retryAfter !== undefined) {
      refused += 1;
      // As a good client does, so that not all of them come back together.
      comingBack += 1;
      const askAgain = (): void => {
        comingBack -= 1;
        ask(asked);
      };
      setTimeout(askAgain, (Number(retryAfter) + Math.random()) * 1000);
      return;
    }
    if (text.startsWith('HTTP/1.1') && !text.startsWith('HTTP/1.1 200')) reject(new Error(text.slice(0, 300)));
    if (isStream) resolve();
    if (text.includes('artifact-updated')) heardAtMs.push(performance.timeOrigin + performance.now());
    // A poll whose time is up asks again, from where it was.
    const next = /"events":\[\],"next":(\d+)/.exec(text)?.[1];
    if (next !== undefined) ask(`${path}&since=${next}`);
  });
  socket.on('error', reject);
  ask(path);
  sockets.push(socket);
  // A poll says nothing before there is something; that it waits, the server tells.
  if (!isStream) socket.on('connect', () => resolve());
  return promise;
}

async function open(plan: Static<typeof StreamPlan>): Promise<void> {
  for (let start = 0; start < plan.tokens.length; start += openedAtOnce) {
    await Promise.all(plan.tokens.slice(start, start + openedAtOnce).map((token) => openOne(plan, token)));
    await pause(restMs);
  }
  // Whoever was refused may be so again.
  for (let calm = 0; calm < 20; calm = comingBack === 0 ? calm + 1 : 0) await pause(50);
}

serveParent(StreamPlan, async (plan): Promise<Static<typeof HeardMoments>> => {
  if (plan.order === 'open') {
    await open(plan);
    return { heardAtMs: [], refused };
  }
  if (plan.order === 'close') {
    for (const socket of sockets.splice(0)) socket.destroy();
    return { heardAtMs: [], refused };
  }
  const deadlineMs = performance.now() + plan.waitMs;
  while (heardAtMs.length < sockets.length && performance.now() < deadlineMs) await pause(20);
  const heard = heardAtMs;
  heardAtMs = [];
  return { heardAtMs: heard, refused };
});
