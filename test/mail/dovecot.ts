// A real IMAP server for tests: Dovecot in a folder of its own, on a free loopback port; ended by its pid.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { until } from '../../src/platform/concurrency/until.testing.ts';

const program = '/usr/sbin/dovecot';

/** Why tests with Dovecot are skipped; false where they are not, or must not be. */
export const skipDovecot =
  existsSync(program) || process.env['TEPAL_REQUIRE_ALL'] === '1' ? false : `${program} is missing`;

export const mailboxUser = 'forge';
export const mailboxPassword = 'only-for-tests';

export interface Dovecot {
  port: number;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Dovecot refuses to serve as root, and to be started by others under several names. */
const accounts =
  process.getuid?.() === 0
    ? { login: 'dovenull', internal: 'dovecot', mail: 'nobody' }
    : { login: userInfo().username, internal: userInfo().username, mail: userInfo().username };

const configure = (folder: string, port: number): string => `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${folder}/mail/box
default_login_user = ${accounts.login}
default_internal_user = ${accounts.internal}
first_valid_uid = 1
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
passdb {
  driver = static
  args = password=${mailboxPassword}
}
userdb {
  driver = static
  args = uid=${accounts.mail} gid=${accounts.mail === 'nobody' ? 'nogroup' : String(process.getgid?.())} home=${folder}/mail
}
namespace inbox {
  inbox = yes
}
`;

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'data');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Starts a server with an empty mailbox of `mailboxUser`. */
export async function startDovecot(): Promise<Dovecot> {
  const folder = await mkdtemp(join(tmpdir(), 'tepal-dovecot-'));
  const port = await freePort();
  await mkdir(join(folder, 'mail'));
  for (const path of [folder, join(folder, 'mail')]) await chmod(path, 0o777);
  await writeFile(join(folder, 'conf'), configure(folder, port));
  const child = spawn(program, ['-F', '-c', join(folder, 'conf')], { stdio: 'ignore' });
  await until(() => {
    if (child.exitCode !== null) throw new Error(`${program} ended with status ${child.exitCode}`);
    return isOpen(port);
  });
  return {
    port,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
