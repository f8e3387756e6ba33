// A real SMTP server in the test's own process, which keeps what it is sent and refuses what the test says.
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
  /** One for each connection. */
  session: string;
  user: string | undefined;
  isEncrypted: boolean;
}

export interface TestSmtpServer {
  port: number;
  received: ReceivedMail[];
  /** What the server answers to a recipient: nothing for yes, else a reply such as `451 later`. */
  judge: (to: string) => string | undefined;
  close(): Promise<void>;
}

function refuse(reply: string): Error {
  return Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });
}

/** Listens on a free port of this machine, or on `port`. Whoever has to sign in does so as `forge` with `secret`. */
export async function startSmtpServer(options: SMTPServerOptions = {}, port = 0): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  const test: TestSmtpServer = { port, received, judge: () => undefined, close };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.cert === undefined ? ['STARTTLS', 'AUTH'] : [],
    onAuth({ username = '', password }, _session, done) {
      if (username === 'forge' && password === 'secret') done(null, { user: username });
      else done(refuse('535 wrong password'));
    },
    onRcptTo({ address }, _session, done) {
      const reply = test.judge(address);
      done(reply === undefined ? null : refuse(reply));
    },
    onData(stream, { id, envelope, user, secure }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
          session: id,
          user: typeof user === 'string' ? user : undefined,
          isEncrypted: secure,
        });
        done();
      });
    },
    closeTimeout: 0,
    ...options,
  });
  server.on('error', () => undefined);
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (typeof address === 'object' && address !== null) test.port = address.port;
  async function close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.close(resolve);
    await promise;
  }
  return test;
}
