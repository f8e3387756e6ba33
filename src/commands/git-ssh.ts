// `tepal git-ssh`: what OpenSSH's sshd calls, to learn whose a key is and to connect git's client with the server.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { CommandExit, defineCommand, print, UsageError } from '../platform/command-line/command.ts';
import type { Terminal } from '../platform/command-line/command.ts';
import { frameKinds, privateSocketFile, readFrames } from '../platform/files/private-socket.ts';
import { runOneOf } from './command-line.ts';

/** Throws CommandExit where no server serves Git over SSH from this folder. */
async function connectTo(folder: string): Promise<Socket> {
  const socket = connect({ path: privateSocketFile(folder, 'git-ssh'), allowHalfOpen: true });
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new CommandExit(1, `Git over SSH is not served from ${folder} just now (${cause})`);
  }
}

const ask = (socket: Socket, asked: object): boolean => socket.write(`${JSON.stringify(asked)}\n`);

/** As a word of a POSIX shell. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Between the quotes of an option in authorized_keys, which sshd takes off again. */
const escapeOption = (text: string): string => text.replaceAll('"', String.raw`\"`);

const key = defineCommand({
  name: 'git-ssh key',
  operands: ['TYPE', 'KEY'],
  flags: {
    program: { type: 'string', placeholder: 'PATH', meaning: 'how sshd calls tepal; default: /usr/local/bin/tepal' },
  },
  summary: 'Print the authorized_keys line of an SSH key, for AuthorizedKeysCommand',
  async run({ operands: { TYPE: type, KEY: blob }, flags, folder, io }) {
    if (!/^[\w@.-]{1,100}$/.test(type)) throw new UsageError('TYPE is the kind of a key; give %t');
    if (!/^[A-Za-z0-9+/]{1,4000}={0,2}$/.test(blob)) throw new UsageError('KEY is a key in base64; give %k');
    const socket = await connectTo(folder);
    ask(socket, { ask: 'key', blob });
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    socket.end();
    const id = /^\{"key":(\d{1,15})\}\n$/.exec(answer)?.[1];
    // Without a line sshd goes on to the next key.
    if (id === undefined) return;
    const call = `${quote(flags.program ?? '/usr/local/bin/tepal')} git-ssh serve --data ${quote(folder)} --key ${id}`;
    const facts = '--command="$SSH_ORIGINAL_COMMAND" --from="$SSH_CONNECTION"';
    print(io, `restrict,command="${escapeOption(`exec ${call} ${facts}`)}" ${type} ${blob}`);
  },
});

const serve = defineCommand({
  name: 'git-ssh serve',
  operands: [],
  flags: {
    key: { type: 'string', placeholder: 'ID', isRequired: true, meaning: 'key that sshd verified' },
    command: { type: 'string', placeholder: 'TEXT', isRequired: true, meaning: 'command that git requested' },
    from: { type: 'string', placeholder: 'TEXT', isRequired: true, meaning: 'connection, client first' },
  },
  summary: 'Serve Git over SSH: the forced command of sshd',
  async run({ flags, folder, io }) {
    const socket = await connectTo(folder);
    const [address = ''] = flags.from.split(' ');
    ask(socket, { ask: 'git', key: Number(flags.key), command: flags.command, address });
    io.input.pipe(socket);
    const status = await hear(socket, io);
    io.input.unpipe(socket);
    io.input.destroy();
    socket.destroy();
    if (status !== 0) throw new CommandExit(status, '');
  },
});

/** Writes what the server sends until it says how git ended; 1 where it goes away before. */
async function hear(socket: Socket, io: Terminal): Promise<number> {
  const targets = new Map<number, Writable>([
    [frameKinds.output, io.output],
    [frameKinds.errors, io.errors],
  ]);
  for await (const { kind, bytes } of readFrames(socket)) {
    if (kind === frameKinds.status) return bytes[0] ?? 1;
    const target = targets.get(kind);
    if (target !== undefined && !target.write(bytes)) await once(target, 'drain');
  }
  return 1;
}

export const gitSshCommands = [key, serve];

/** As runCommandLine, for arguments that start with the first word of these commands, which load without the others. */
export const runGitSshLine = (args: readonly string[], io: Terminal): Promise<number> =>
  runOneOf([{ title: 'Git over SSH', topics: [{ about: 'called by sshd', commands: gitSshCommands }] }], args, io);
