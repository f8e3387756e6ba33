// Tier: all, because it starts many programs of source control.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { toAbsolutePath } from '../../../../platform/files/absolute-path.ts';
import { createGitProgram } from '../../repositories/git-program.ts';
import type { GitProgram } from '../../repositories/git-program.ts';
import { createBlames } from './git-blame.ts';
import type { BlameRange } from './known-lines.ts';

const random = (seed: number) => (below: number) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

interface Version {
  mark: number;
  path: string;
  lines: readonly string[];
}

/**
 * What `git fast-import` reads: branches that part and meet again, lines that are changed, moved, doubled and dropped, and a file that
 * takes other names, some of them odd.
 */
function writeHistory(seed: number, count: number): { input: string; versions: readonly Version[] } {
  const choose = random(seed);
  const names = ['a.txt', 'dir/é b.txt', 'quote"\\\t.txt'];
  const texts: string[] = [];
  const write = ({ mark, path, lines }: Version, parents: readonly Version[]): void => {
    const text = `${lines.join('\n')}\n`;
    const message = `Change ${mark}\nboundary\n`;
    // Dates that don't follow the order of the commits, as clocks have them.
    const when = 1_600_000_000 + 10 * mark - choose(30);
    texts.push(
      `commit refs/heads/c${mark}\nmark :${mark}\ncommitter boundary <b@example.org> ${when} +0000\n`,
      `data ${Buffer.byteLength(message)}\n${message}\n`,
      ...parents.map((parent, index) => `${index === 0 ? 'from' : 'merge'} :${parent.mark}\n`),
      'deleteall\n',
      `M 100644 inline other\ndata 3\n${choose(10)}x\n\n`,
      `M 100644 inline ${JSON.stringify(path)}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
    );
  };
  const change = (lines: readonly string[]): string[] => {
    const at = choose(lines.length);
    const block = lines.slice(at, at + 1 + choose(8));
    const rest = lines.toSpliced(at, block.length);
    const to = choose(rest.length + 1);
    const kinds = [
      () => lines.toSpliced(at, choose(3), ...Array.from({ length: choose(4) }, () => `new ${choose(40)}`)),
      () => rest.toSpliced(to, 0, ...block),
      () => lines.toSpliced(to, 0, ...block),
      () => (rest.length > 20 ? rest : [...lines, '}', '', `tail ${choose(9)}`]),
    ];
    return kinds[choose(kinds.length)]?.() ?? [];
  };
  const first = { mark: 1, path: 'a.txt', lines: Array.from({ length: 60 }, (_, index) => `line ${index % 25}`) };
  write(first, []);
  const versions: Version[] = [first];
  for (let mark = 2; mark <= count; mark += 1) {
    const [one, other] = [0, 1].map(() => versions[Math.max(0, versions.length - 1 - choose(5))] ?? first);
    if (one === undefined) throw new Error('there is a first version');
    const isMerge = other !== undefined && one !== other && choose(3) === 0;
    const path = choose(12) === 0 ? (names[choose(names.length)] ?? one.path) : one.path;
    const lines =
      isMerge && choose(2) === 0 ? [...one.lines.slice(0, 30), ...other.lines.slice(30)] : change(one.lines);
    const version = { mark, path, lines: choose(4) === 0 ? one.lines : lines };
    write(version, isMerge ? [one, other] : [one]);
    versions.push(version);
  }
  return { input: texts.join(''), versions };
}

/** Line by line, as `git blame` tells it without help. */
function readAll(porcelain: string): string[] {
  const files = new Map<string, string>();
  const lines: string[] = [];
  let head: string[] = [];
  for (const line of porcelain.split('\n')) {
    if (/^[0-9a-f]{40} /.test(line)) head = line.split(' ');
    else if (line.startsWith('filename ')) files.set(`${head[0]} ${head[2]}`, line);
    else if (line.startsWith('\t')) lines.push(`${head[0]} ${head[1]}`);
  }
  return lines;
}

const tellAll = (ranges: readonly BlameRange[]): string[] =>
  ranges.flatMap(({ hash, lines, originalStart }) =>
    Array.from({ length: lines }, (_, index) => `${hash} ${originalStart + index}`),
  );

describe('who wrote lines', () => {
  let folder = '';
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'tepal-blame-'))));
  after(() => rm(folder, { recursive: true }));
  const call = (name: string, args: string[], input = ''): string =>
    execFileSync('git', ['-C', join(folder, name), '-c', 'core.quotePath=false', ...args], { input }).toString();

  const makeHistory = (seed: number, name: string) => {
    execFileSync('git', ['init', '--quiet', '--bare', join(folder, name)]);
    const { input, versions } = writeHistory(seed, 40);
    call(name, ['fast-import', '--quiet'], input);
    const hashes = call(name, ['rev-parse', ...versions.map(({ mark }) => `c${mark}`)]).split('\n');
    return versions.map(({ path }, index) => ({ hash: hashes[index] ?? '', path, sizeBytes: 1000 }));
  };
  /** Tells for each time that git looks for who wrote lines whether at what is new alone. */
  const watch = (): { git: GitProgram; asked: string[] } => {
    const git = createGitProgram(toAbsolutePath(folder));
    const asked: string[] = [];
    const runIn: typeof git.runIn = (where, args, options) => {
      if (args.includes('blame')) asked.push(args.some((arg) => arg.startsWith('^')) ? 'new' : 'all');
      return git.runIn(where, args, options);
    };
    return { git: { ...git, runIn }, asked };
  };
  const assertTold = (name: string, ranges: readonly BlameRange[], { hash, path }: { hash: string; path: string }) => {
    const all = readAll(call(name, ['blame', '--line-porcelain', hash, '--', path]));
    assert.deepEqual(tellAll(ranges), all, hash);
    assert.deepEqual(
      ranges.map(({ start }) => start),
      ranges.map((_, index) => ranges.slice(0, index).reduce((sum, { lines }) => sum + lines, 1)),
      hash,
    );
    const places = ranges.map((range) => `${range.hash}:${range.path}`).join('\n');
    assert.doesNotMatch(call(name, ['cat-file', '--batch-check'], places), /missing/, hash);
  };

  for (const seed of [1, 2]) {
    it(`is what git says, whatever is known of earlier commits (history ${seed})`, async () => {
      const name = `history-${seed}`;
      const files = makeHistory(seed, name);
      const { git, asked } = watch();
      const blames = createBlames(git);
      const choose = random(seed);
      for (const index of files.keys()) {
        // Mostly forward, as pages are looked at, and sometimes back.
        const file = files[choose(4) === 0 ? choose(files.length) : index];
        assert.ok(file !== undefined);
        assertTold(name, await blames.read({ id: seed, folder: name }, file), file);
      }
      assert.ok(asked.includes('new'), 'git is asked for what is new alone');
    });

    it(`is what git says of histories that are looked at in parts (history ${seed})`, async () => {
      const name = `parts-${seed}`;
      const files = makeHistory(seed, name);
      const { git, asked } = watch();
      const counts: number[] = [];
      for (const file of files.filter((_, index) => index % 3 === 0)) {
        const before = asked.length;
        const blames = createBlames(git, { partsMax: 3, commitsMin: 3 });
        assertTold(name, await blames.read({ id: seed, folder: name }, file), file);
        counts.push(asked.slice(before).filter((one) => one === 'new').length);
      }
      assert.equal(counts[0], 0, 'the first commit has no parts');
      assert.ok(Math.max(...counts) >= 2, 'three parts have two cuts');
    });
  }

  it("looks at a history in parts by what git's graph counts, and counts what that says too little of", async () => {
    const path = 'f';
    const line = (mark: number, from = mark - 1): string =>
      `commit refs/heads/main\nmark :${mark}\ncommitter A <a@example.org> ${1_600_000_000 + mark} +0000\ndata 1\nx\n` +
      `${from < 1 ? '' : `from :${from}\n`}M 100644 inline ${path}\ndata ${String(mark).length + 5}\n0\n1\n${mark}\n\n`;
    execFileSync('git', ['init', '--quiet', '--bare', join(folder, 'graphed')]);
    const write = (from: number, to: number, branch = 'main'): void => {
      const marks = Array.from({ length: to - from }, (_, index) => from + index);
      const text = marks.map((mark) => line(mark, mark === from ? 0 : mark - 1).replaceAll('/main', `/${branch}`));
      call('graphed', ['fast-import', '--quiet', '--force'], text.join(''));
      call('graphed', ['commit-graph', 'write', '--reachable', '--split=no-merge']);
    };
    write(1, 21);
    const { git } = watch();
    const counts: string[] = [];
    const read = async (branch: string): Promise<void> => {
      const counting = {
        ...git,
        runIn: (...[where, args, options]: Parameters<typeof git.runIn>) => {
          if (args[0] === 'rev-list') counts.push(branch);
          return git.runIn(where, args, options);
        },
      };
      const hash = call('graphed', ['rev-parse', branch]).trim();
      const file = { hash, path, sizeBytes: 10 };
      const blames = createBlames(counting, { partsMax: 3, commitsMin: 3 });
      assertTold('graphed', await blames.read({ id: 1, folder: 'graphed' }, file), file);
    };
    await read('main');
    assert.deepEqual(counts, [], 'the graph counts twenty commits that follow each other');
    write(1, 41, 'other');
    await read('main');
    assert.deepEqual(counts, ['main'], 'of sixty, main has less than most');
  });

  it('asks git for new commits alone, once lines of an earlier one are known', async () => {
    execFileSync('git', ['init', '--quiet', '--bare', join(folder, 'known')]);
    const commit = (mark: number, lines: readonly string[], from = mark - 1): string =>
      `commit refs/heads/c${mark}\nmark :${mark}\ncommitter A <a@example.org> ${1_600_000_000 + mark} +0000\ndata 1\nx\n` +
      `${from === 0 ? '' : `from :${from}\n`}M 100644 inline f\ndata ${lines.join('\n').length}\n${lines.join('\n')}\n`;
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    const versions = [lines, lines.with(3, 'second'), lines.with(3, 'second').with(20, 'third').toSpliced(10, 2)];
    call('known', ['fast-import', '--quiet'], versions.map((version, index) => commit(index + 1, version)).join(''));
    const [one, two, three] = [1, 2, 3].map((mark) => call('known', ['rev-parse', `c${mark}`]).trim());
    const git = createGitProgram(toAbsolutePath(folder));
    const asked: string[] = [];
    const blames = createBlames({
      ...git,
      runIn(where, args, options) {
        if (args.includes('blame')) asked.push(args.slice(args.indexOf('--root') + 1, args.indexOf('--')).join(' '));
        return git.runIn(where, args, options);
      },
    });
    const read = (hash = '') => blames.read({ id: 1, folder: 'known' }, { hash, path: 'f', sizeBytes: 300 });
    await read(one);
    await read(two);
    const seen = (await read(three)).map(({ start, hash, originalStart }) => [start, hash, originalStart]);
    assert.deepEqual(seen, [
      [1, one, 1],
      [4, two, 4],
      [5, one, 5],
      [11, one, 13],
      [19, three, 19],
      [20, one, 22],
    ]);
    assert.deepEqual(asked, [one, `${two} ^${one}`, `${three} ^${two}`]);
  });
});
