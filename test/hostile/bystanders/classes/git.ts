// Clones and pushes, and what only looks like them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { runGit, tryGit } from '../../../support/git-client.ts';
import { makeDeltaBomb } from '../git-packs.ts';
import { rest } from '../attack.ts';
import type { AttackClass, Ground } from '../attack.ts';
import { flood, hold, numberAt, onConnections, post, put, readSlowly } from '../moves.ts';

interface Repository {
  id: number;
  /** Where git finds it. */
  place: string;
  /** A clone to push from; goes away with this process. */
  folder: string;
  url: string;
}

let planted = 0;

/** A repository with a file of so many bytes, so many commits and so many branches. */
async function plantRepository(
  ground: Ground,
  { bytes = 1000, commits = 1, branches = 0 }: { bytes?: number; commits?: number; branches?: number },
): Promise<Repository> {
  const { site } = ground;
  const name = `large-${++planted}`;
  const place = `/plugins/git/arena/${name}.git`;
  const made = await ground.demand(post('/api/git', { project_id: site.projectId, name, description: '' }, 'mallory'));
  const members = [{ id: `${site.projectId}_3` }];
  const permissions = { read: [{ id: '1' }], write: members, rewind: members };
  await ground.demand(put(`/api/git/${numberAt(made, 'id')}/permissions`, permissions, 'mallory'));
  const folder = mkdtempSync(join(tmpdir(), 'tepal-hostile-git-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const url = `http://mallory:${encodeURIComponent(site.password)}@127.0.0.1:${site.port}${place}`;
  await runGit(folder, 'init', '--quiet', '.');
  // What does not shrink, so that a clone has to be sent.
  const noise = Buffer.alloc(bytes);
  for (let n = 0; n < bytes; n += 1) noise[n] = (n * 2_654_435_761 * (n >> 3)) & 255;
  writeFileSync(join(folder, 'file'), noise);
  await runGit(folder, 'add', '.');
  for (let n = 0; n < commits; n += 1)
    await runGit(folder, 'commit', '--quiet', '--allow-empty', '-m', `commit ${n}: art #${site.artifacts[n] ?? 1}`);
  for (let n = 0; n < branches; n += 1) await runGit(folder, 'branch', `b${n}`);
  await runGit(folder, 'push', '--quiet', '--all', url);
  return { id: numberAt(made, 'id'), place, folder, url };
}

/** A pack that says it has one object of so many bytes, all of them zero. */
const makePack = (bytes: number): Buffer => {
  const head = Buffer.concat([Buffer.from('PACK'), Buffer.from([0, 0, 0, 2, 0, 0, 0, 1])]);
  const size: number[] = [0x30 | (bytes & 15) | 0x80];
  for (let left = Math.floor(bytes / 16); left > 0; left = Math.floor(left / 128)) size.push((left & 127) | 128);
  size[size.length - 1] = (size.at(-1) ?? 0) & 127;
  return Buffer.concat([head, Buffer.from(size), deflateSync(Buffer.alloc(bytes)), Buffer.alloc(20)]);
};

const pktLine = (text: string): string => (text.length + 4).toString(16).padStart(4, '0') + text;

const fetchType = 'application/x-git-upload-pack-request';
const pushType = 'application/x-git-receive-pack-request';

const head = (place: string, type: string, service: string, length: number, token = ''): string =>
  `POST ${place}/${service} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n${token}Content-Length: ${length}\r\n\r\n`;

/** Runs `git` until the attack is over, so many at once. */
const runPrograms = (ground: Ground, count: number, args: (n: number) => readonly string[], folder: string) => {
  let n = 0;
  const client = async (): Promise<void> => {
    for (let round = 0; round < ground.rounds && !ground.signal.aborted; round += 1)
      await tryGit(folder, args(n++), ground.signal);
  };
  return () => Promise.all(Array.from({ length: ground.scale(count) }, client));
};

const refusals = [400, 401, 403, 404];

export const gitClasses: readonly AttackClass[] = [
  {
    name: 'git-held-slots',
    imitates: 'sockets without credentials that send four bytes of a fetch and wait',
    needs: 'git',
    refusals,
    set: async (ground) => {
      const { url, place } = await plantRepository(ground, {});
      const anonymous = hold(80, () => ({ bytes: `${head(place, fetchType, 'git-upload-pack', 1000)}0011` }));
      const held = await anonymous(ground);
      return () => Promise.all([held(), countClones(ground, url)]);
    },
  },
  {
    name: 'git-held-pushes',
    imitates: 'pushes that begin and never end',
    needs: 'git',
    refusals,
    set: async (ground) => {
      const { place } = await plantRepository(ground, {});
      const basic = Buffer.from(`mallory:${ground.site.password}`).toString('base64');
      const token = `Authorization: Basic ${basic}\r\n`;
      return hold(40, () => ({ bytes: `${head(place, pushType, 'git-receive-pack', 100_000, token)}00a0`, drip: 'x' }))(
        ground,
      );
    },
  },
  {
    name: 'git-slow-clones',
    imitates: 'clones of a large repository that nobody takes',
    needs: 'git',
    refusals,
    set: async (ground) => {
      const { folder, place } = await plantRepository(ground, { bytes: ground.scale(20_000_000) });
      const commit = (await runGit(folder, 'rev-parse', 'HEAD')).trim();
      const body = `${pktLine(`want ${commit} no-progress\n`)}0000${pktLine('done\n')}`;
      return readSlowly(60, () => ({
        method: 'POST',
        path: `${place}/git-upload-pack`,
        headers: { 'content-type': fetchType },
        body,
      }))(ground);
    },
  },
  {
    name: 'git-clones',
    imitates: 'many clones at once',
    needs: 'git',
    set: async (ground) => {
      const { folder, url } = await plantRepository(ground, { bytes: ground.scale(4_000_000), commits: 20 });
      return runPrograms(ground, 12, (n) => ['clone', '--quiet', '--bare', url, `clone-${n}`], folder);
    },
  },
  {
    name: 'git-pushes',
    imitates: 'many pushes to branches of their own',
    needs: 'git',
    set: async (ground) => {
      const { folder, url } = await plantRepository(ground, { commits: 30 });
      return runPrograms(ground, 8, (n) => ['push', '--quiet', url, `HEAD~${n % 29}:refs/heads/p${n}`], folder);
    },
  },
  {
    name: 'git-pack-bombs',
    imitates: 'packs whose one object is a gigabyte of zeros',
    needs: 'git',
    refusals,
    set: async (ground) => {
      const { place } = await plantRepository(ground, {});
      const { site } = ground;
      const pack = makePack(ground.scale(200_000_000));
      const basic = Buffer.from(`mallory:${site.password}`).toString('base64');
      return flood(6, () => (n) => {
        const id = (n + 1).toString(16).padStart(40, '1');
        const line = `${'0'.repeat(40)} ${id} refs/heads/bomb-${n}\0report-status\n`;
        return {
          method: 'POST',
          path: `${place}/git-receive-pack`,
          headers: { 'content-type': pushType, authorization: `Basic ${basic}` },
          body: Buffer.concat([Buffer.from(`${pktLine(line)}0000`), pack]),
        };
      })(ground);
    },
  },
  {
    name: 'git-delta-bombs',
    imitates:
      'packs of 16 KB whose one object copies 16 MB again and again, and commits whose archives grow without end',
    needs: 'git',
    refusals,
    set: async (ground) => {
      const { place, id, folder, url } = await plantRepository(ground, {});
      writeFileSync(join(folder, '.gitattributes'), '* export-subst\n');
      writeFileSync(join(folder, 'file'), '$Format:%H%H%H%H%H%H$'.repeat(ground.scale(100_000)));
      await runGit(folder, 'add', '.');
      await runGit(folder, 'commit', '--quiet', '-m', 'grow');
      await runGit(folder, 'push', '--quiet', url, 'HEAD:main');
      const pack = makeDeltaBomb(149);
      const basic = Buffer.from(`mallory:${ground.site.password}`).toString('base64');
      return flood(4, () => (n) => {
        if (n % 2 === 1) return { path: `/repositories/${id}/archive?ref=main&format=tar.gz`, as: 'mallory' };
        const line = `${'0'.repeat(40)} ${(n + 1).toString(16).padStart(40, '1')} refs/heads/d-${n}\0report-status\n`;
        return {
          method: 'POST',
          path: `${place}/git-receive-pack`,
          headers: { 'content-type': pushType, authorization: `Basic ${basic}` },
          body: Buffer.concat([Buffer.from(`${pktLine(line)}0000`), pack]),
        };
      })(ground);
    },
  },
  {
    name: 'git-many-refs',
    imitates: 'a repository with a thousand branches, listed again and again',
    needs: 'git',
    refusals,
    set: flood(16, async (ground) => {
      const { id, place } = await plantRepository(ground, { branches: ground.scale(400) });
      const paths = [`${place}/info/refs?service=git-upload-pack`, `/api/git/${id}/branches?limit=50`];
      return (n) => ({ path: paths[n % 2] ?? '', as: n % 2 === 0 ? undefined : 'mallory' });
    }),
  },
  {
    name: 'git-trees-and-files',
    imitates: 'files and trees of commits, again and again',
    needs: 'git',
    refusals,
    set: flood(16, async (ground) => {
      const { id } = await plantRepository(ground, { bytes: ground.scale(4_000_000), commits: 10 });
      const paths = ['files?path_to_file=file&ref=main', 'tree?ref=main&path=', 'commits/main', 'tags?limit=50'];
      return (n) => ({ path: `/api/git/${id}/${paths[n % paths.length] ?? ''}`, as: 'mallory' });
    }),
  },
  {
    name: 'git-broken-requests',
    imitates: 'fetches whose client is gone before, or while, they are answered',
    needs: 'git',
    refusals,
    set: async (ground) => {
      const { place } = await plantRepository(ground, {});
      return onConnections(20, async (one, n) => {
        const socket = await one.open();
        socket?.write(`${head(place, fetchType, 'git-upload-pack', 8 + (n % 2))}0000`);
        await rest(n % 60, one.signal);
        socket?.resetAndDestroy();
      })(ground);
    },
  },
  {
    name: 'git-odd-requests',
    imitates: 'broken requests of git',
    needs: 'git',
    refusals: [...refusals, 415],
    set: async (ground) => {
      const { place } = await plantRepository(ground, {});
      return onConnections(40, async (one) => {
        const socket = await one.open();
        socket?.write(`${head(place, fetchType, 'git-upload-pack', 8)}ffff0000`);
        await new Promise<void>((resolve) => {
          setTimeout(resolve, 300);
          socket?.once('data', () => resolve());
        });
        socket?.destroy();
      })(ground);
    },
  },
];

/** Reads the repository as others do meanwhile: where that fails, they are kept out. */
async function countClones(ground: Ground, url: string): Promise<void> {
  for (let n = 0; n < 2 && !ground.signal.aborted; n += 1) {
    const { status, text } = await tryGit(tmpdir(), ['ls-remote', url.replace(/\/\/[^@]*@/, '//')], ground.signal);
    if (ground.signal.aborted) ground.tally.faults.push('somebody else waited for the repository until the end');
    else if (status !== 0)
      ground.tally.faults.push(`somebody else could not read the repository: ${text.slice(0, 100)}`);
  }
}
