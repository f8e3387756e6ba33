// A real sshd for tests, on a free loopback port, whose keys are those of a Tepal's accounts; ended by its pid.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { findFreePort } from './free-port.ts';
import { run } from './hook-programs.ts';
import { programEnv, programPath } from './program-env.ts';

const program = '/usr/sbin/sshd';
const isRoot = process.getuid?.() === 0;

/** Why tests with sshd are skipped; false where they are not, or must not be. sshd asks programs of root's alone. */
export const skipSshd =
  process.env['TEPAL_REQUIRE_ALL'] === '1' || (existsSync(program) && isRoot)
    ? false
    : existsSync(program)
      ? 'sshd asks for keys only where root starts it'
      : `${program} is missing; Debian's package is openssh-server`;

export interface Sshd {
  /** Start of addresses, as `git_ssh_url` has it. */
  url: string;
  /** Makes a pair of keys; gives the line of the public one, and ssh's command line for the private one. */
  makeKey(name: string, type?: 'ed25519' | 'rsa'): Promise<{ line: string; ssh: string }>;
  close(): Promise<void>;
}

/** `dataDir` is what the program `tepal` is told. */
export async function startSshd(dataDir: string): Promise<Sshd> {
  // What sshd runs has to be in folders that nobody but root may write to.
  const folder = await mkdtemp('/run/tepal-sshd-');
  await chmod(folder, 0o755);
  await mkdir('/run/sshd', { recursive: true });
  const port = await findFreePort();
  const account = userInfo().username;
  const keygen = (file: string, type: string): Promise<unknown> =>
    run('ssh-keygen', ['-q', '-t', type, '-N', '', '-C', `me@${type}`, '-f', file]);
  await keygen(join(folder, 'host'), 'ed25519');
  const tepal = join(folder, 'tepal');
  const env = Object.entries(programEnv).flatMap(([name, value]) => (value === undefined ? [] : `${name}='${value}'`));
  await writeFile(tepal, `#!/bin/sh\nexec env ${env.join(' ')} '${process.execPath}' '${programPath}' "$@"\n`);
  const keys = join(folder, 'keys');
  await writeFile(keys, `#!/bin/sh\nexec ${tepal} git-ssh key --data '${dataDir}' --program ${tepal} "$1" "$2"\n`);
  await Promise.all([tepal, keys].map((file) => chmod(file, 0o755)));
  const settings = join(folder, 'sshd_config');
  await writeFile(
    settings,
    `Port ${port}
ListenAddress 127.0.0.1
HostKey ${join(folder, 'host')}
PidFile none
UsePAM no
StrictModes no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin forced-commands-only
AuthorizedKeysFile none
AuthorizedKeysCommand ${keys} %t %k
AuthorizedKeysCommandUser ${account}
`,
  );
  const daemon = spawn(program, ['-D', '-e', '-f', settings], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  daemon.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  await until(() => {
    if (daemon.exitCode !== null) throw new Error(`sshd ended: ${said}`);
    return said.includes('listening');
  });
  return {
    url: `ssh://${account}@127.0.0.1:${port}`,
    async makeKey(name, type = 'ed25519') {
      const file = join(folder, name);
      await keygen(file, type);
      const options = [
        'IdentitiesOnly=yes',
        'BatchMode=yes',
        'StrictHostKeyChecking=no',
        'UserKnownHostsFile=/dev/null',
      ];
      const ssh = ['ssh', '-F', 'none', '-q', '-i', file, ...options.flatMap((option) => ['-o', option])].join(' ');
      return { line: (await readFile(`${file}.pub`, 'utf8')).trim(), ssh };
    },
    async close() {
      daemon.kill();
      if (daemon.exitCode === null) await once(daemon, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}
