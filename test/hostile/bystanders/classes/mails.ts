// Mails that cost more to read than to send, by LMTP.
import type { Socket } from 'node:net';
import type { AttackClass, Ground } from '../attack.ts';
import { hold, onConnections } from '../moves.ts';
import { rest } from '../attack.ts';

let written = 0;
const head = (more = ''): string =>
  `From: Mallory <mallory@example.org>\r\nSubject: Re: work\r\nMessage-ID: <m${++written}-${Math.random()}@mail.example.org>\r\nMIME-Version: 1.0\r\n${more}`;

/** Sends the mail, and waits until it is taken or refused. */
async function sendMail(ground: Ground, message: string): Promise<void> {
  const socket = await ground.open(ground.site.mailPort);
  if (socket === undefined) return;
  const lines = [
    'LHLO mail.example.org\r\n',
    'MAIL FROM:<mallory@example.org>\r\n',
    `RCPT TO:<${ground.site.mailTo}>\r\n`,
    'DATA\r\n',
  ];
  let said = await hear(socket, ground.signal);
  for (const line of lines) {
    socket.write(line);
    said = await hear(socket, ground.signal);
    if (!/^[23]/.test(said)) break;
  }
  if (said.startsWith('354')) {
    socket.write(message);
    socket.write('\r\n.\r\n');
    said = await hear(socket, ground.signal);
  }
  socket.destroy();
  if (said === '') return;
  const status = Number(said.slice(0, 3));
  ground.tally.statuses.set(status, (ground.tally.statuses.get(status) ?? 0) + 1);
}

/** What the server says next; empty where the connection or the attack ends before. */
function hear(socket: Socket, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const end = (): void => hearing('');
    const hearing = (said: Buffer | string): void => {
      socket.off('data', hearing).off('close', end);
      signal.removeEventListener('abort', end);
      resolve(said.toString());
    };
    socket.on('data', hearing).on('close', end);
    signal.addEventListener('abort', end);
    if (socket.destroyed || signal.aborted) end();
  });
}

const mailClass = (name: string, imitates: string, write: (ground: Ground) => string): AttackClass => ({
  name,
  imitates,
  // Of LMTP: too long, or broken.
  refusals: [500, 501, 550, 552, 554],
  set: (ground) => {
    const body = write(ground);
    return onConnections(4, (one) => sendMail(one, head() + body))(ground);
  },
});

const multipart = (parts: string, boundary = 'b'): string =>
  `Content-Type: multipart/mixed; boundary=${boundary}\r\n\r\n${parts}\r\n--${boundary}--`;

export const mailClasses: readonly AttackClass[] = [
  mailClass('mail-many-parts', 'a mail of a hundred thousand parts', (ground) =>
    multipart('--b\r\n\r\n\r\n'.repeat(ground.scale(400_000))),
  ),
  mailClass('mail-deep-parts', 'parts in parts in parts', (ground) => {
    const depth = ground.scale(20_000);
    const begin = Array.from(
      { length: depth },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    );
    return `${begin.join('')}\r\nend`;
  }),
  mailClass(
    'mail-many-headers',
    'a hundred thousand headers',
    (ground) => `${'X-Same: value\r\n'.repeat(ground.scale(100_000))}\r\ntext`,
  ),
  mailClass(
    'mail-long-header',
    'a header of megabytes',
    (ground) => `X-Long: ${'=?utf-8?q?=41?= '.repeat(ground.scale(100_000))}\r\n\r\ntext`,
  ),
  mailClass(
    'mail-long-lines',
    'one line of 20 MB',
    (ground) => `Content-Type: text/plain\r\n\r\n${'x'.repeat(ground.scale(20_000_000))}`,
  ),
  mailClass(
    'mail-html',
    'HTML of thousands of tables in tables',
    (ground) => `Content-Type: text/html\r\n\r\n${'<table><tr><td>'.repeat(ground.scale(200_000))}`,
  ),
  mailClass(
    'mail-quotes',
    'a text of quotes of quotes',
    (ground) =>
      `Content-Type: text/plain\r\n\r\n${`${'>'.repeat(2000)} On Monday, somebody wrote:\r\n`.repeat(ground.scale(3000))}`,
  ),
  mailClass(
    'mail-addresses',
    'a hundred thousand addresses',
    (ground) => `Cc: ${'"a" <a@example.org>, '.repeat(ground.scale(80_000))}z@example.org\r\n\r\ntext`,
  ),
  {
    name: 'mail-connections',
    imitates: 'hundreds of connections to the listener of mail that say little',
    set: hold(300, ({ site }) => ({ bytes: 'LHLO x\r\n', drip: 'NOOP\r\n', everyMs: 500, port: site.mailPort })),
  },
  {
    name: 'mail-commands',
    imitates: 'thousands of commands in one packet',
    set: onConnections(40, async (ground) => {
      const socket = await ground.open(ground.site.mailPort);
      socket?.write(`LHLO x\r\n${'NOOP\r\n'.repeat(3000)}`);
      await rest(300, ground.signal);
      socket?.destroy();
    }),
  },
];
