// The repository of a sample and its pull requests, which are written with other times each time: as a part of its archive.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { moveMoments } from '../../features/archive/index.ts';
import { storedJson } from '../../platform/database/index.ts';

const Said = Type.Object({ by: Type.String(), at: Type.String(), content: Type.String() });

const SampleCode = Type.Object({
  name: Type.String(),
  description: Type.String(),
  default_branch: Type.String(),
  /** Of branches that are not there any more. */
  gone_branches: Type.Array(Type.String()),
  /** Names of commits of this file, by tag. */
  tags: Type.Record(Type.String(), Type.String()),
  statuses: Type.Array(Type.Object({ commit: Type.String(), at: Type.String() })),
  /** Each on top of its branch; the first of a branch on top of the default one. */
  commits: Type.Array(
    Type.Object({
      id: Type.String(),
      branch: Type.String(),
      by: Type.String(),
      at: Type.String(),
      message: Type.String(),
      merges: Type.Optional(Type.String()),
      files: Type.Record(Type.String(), Type.String()),
    }),
  ),
  pulls: Type.Array(
    Type.Object({
      branch_src: Type.String(),
      branch_dest: Type.String(),
      head: Type.String(),
      dest: Type.String(),
      merge: Type.Optional(Type.String()),
      title: Type.String(),
      description: Type.String(),
      by: Type.String(),
      at: Type.String(),
      status: Type.String(),
      status_by: Type.Optional(Type.String()),
      status_at: Type.Optional(Type.String()),
      reviewers: Type.Array(Type.String()),
      verdicts: Type.Array(
        Type.Object({ by: Type.String(), verdict: Type.String(), head: Type.String(), at: Type.String() }),
      ),
      labels: Type.Array(Type.Object({ label: Type.String(), color: Type.String() })),
      comments: Type.Array(
        Type.Object({
          ...Said.properties,
          /** Of a file that is new, so that its lines are those of the difference. */
          line: Type.Optional(
            Type.Object({
              path: Type.String(),
              base: Type.String(),
              head: Type.String(),
              new_line: Type.Integer({ minimum: 1 }),
            }),
          ),
          answers: Type.Optional(Type.Array(Said)),
        }),
      ),
      events: Type.Array(
        Type.Object({
          kind: Type.String(),
          by: Type.String(),
          at: Type.String(),
          added: Type.Optional(Type.Array(Type.String())),
        }),
      ),
    }),
  ),
});
type SampleCode = Static<typeof SampleCode>;
type Hashes = ReadonlyMap<string, string>;

const readCode = storedJson(SampleCode);
const person = (username: string) => ({ format: 'username', value: username });
const atMs = (moment: string): number => Date.parse(moment);
const writeLines = (path: string, lines: readonly object[]): void =>
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

const env = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
};

/** Whether a git runs here that is recent enough to serve repositories, 2.31 or later. */
export function hasGit(): boolean {
  const { status, stdout } = spawnSync('git', ['version'], { env, encoding: 'utf8' });
  const [, major, minor] = (/^git version (\d+)\.(\d+)/.exec(stdout ?? '') ?? []).map(Number);
  return status === 0 && Number(major) * 1000 + Number(minor) >= 2031;
}

const runGit = (folder: string, args: readonly string[], input = ''): string =>
  execFileSync('git', args, { cwd: folder, input, env, stdio: ['pipe', 'pipe', 'pipe'] })
    .toString()
    .trim();

/** Adds what `file` tells, its times moved by so many days, to the archive in a folder. Needs git. */
export function addSampleCode(archive: string, file: string, days: number): void {
  const code = readCode(moveMoments(readFileSync(file, 'utf8'), days), file);
  const folder = join(archive, 'tepal-repositories');
  mkdirSync(folder);
  const hashes = writeBundle(folder, code, 'git-1.bundle');
  writeRepository(folder, code, hashes);
  const pulls = join(archive, 'tepal-pull-requests');
  mkdirSync(pulls);
  writePulls(pulls, code, hashes);
}

/** What `git fast-import` reads. */
function writeHistory({ commits, default_branch: main, tags, gone_branches: gone }: SampleCode): string {
  const marks = new Map(commits.map(({ id }, index) => [id, index + 1]));
  const heads = new Map<string, number>();
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const parts = commits.map(({ branch, by, at, message, merges, files }, index) => {
    const who = `${by} <${by}@example.org> ${atMs(at) / 1000} ${at.slice(-6).replace(':', '')}`;
    const parent = heads.get(branch) ?? heads.get(main);
    heads.set(branch, index + 1);
    return [
      `commit refs/heads/${branch}\nmark :${index + 1}\nauthor ${who}\ncommitter ${who}\n${data(`${message}\n`)}`,
      parent === undefined ? '' : `from :${parent}\n`,
      merges === undefined ? '' : `merge :${marks.get(merges) ?? 0}\n`,
      ...Object.entries(files).map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`),
    ].join('');
  });
  const named = Object.entries(tags).map(([tag, id]) => `reset refs/tags/${tag}\nfrom :${marks.get(id) ?? 0}\n`);
  const left = gone.map((branch) => `reset refs/heads/${branch}\nfrom ${'0'.repeat(40)}\n`);
  return [...parts, ...named, ...left].join('\n');
}

function writeBundle(folder: string, code: SampleCode, bundle: string): Map<string, string> {
  const git = join(folder, 'git');
  mkdirSync(git);
  runGit(git, ['init', '--quiet', '--bare', `--initial-branch=${code.default_branch}`]);
  runGit(git, ['fast-import', '--quiet', '--export-marks=marks'], writeHistory(code));
  const marks = new Map(
    readFileSync(join(git, 'marks'), 'utf8')
      .split('\n')
      .map((line) => [line.slice(1, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
  );
  runGit(git, ['bundle', 'create', '--quiet', join(folder, bundle), '--all']);
  const refs = runGit(git, ['for-each-ref', '--format=%(objectname) %(refname)']).split('\n').sort().join('\n');
  rmSync(git, { recursive: true });
  const times = code.commits.map(({ at }) => atMs(at));
  const facts = {
    name: code.name,
    description: code.description,
    default_branch: code.default_branch,
    allows_closure: true,
    created_at_ms: Math.min(...times),
    updated_at_ms: Math.max(...times),
    refs_sha256: createHash('sha256').update(refs).digest('hex'),
    bundle,
    behind: [],
    permissions: [
      { pattern: '', permission: 'read', group: 'registered_users' },
      { pattern: '', permission: 'write', group: 'project_members' },
    ],
  };
  const people = [...new Set(code.commits.map(({ by }) => by))].map(person);
  writeFileSync(join(folder, 'index.json'), JSON.stringify({ version: 1, git: [facts], svn: [], people }));
  return new Map(code.commits.map(({ id }, index) => [id, marks.get(String(index + 1)) ?? '']));
}

function writeRepository(folder: string, { name, commits, statuses }: SampleCode, hashes: Hashes): void {
  writeLines(
    join(folder, 'commits.ndjson'),
    commits.map(({ id, by, at, message, files }) => ({
      kind: 'git',
      repository: name,
      revision: hashes.get(id),
      message: `${message}\n`,
      author_name: by,
      author_email: `${by}@example.org`,
      authored_at_ms: atMs(at),
      committed_at_ms: atMs(at),
      pushed_by: person(by),
      files: Object.keys(files),
      has_acted: true,
    })),
  );
  writeLines(
    join(folder, 'statuses.ndjson'),
    statuses.map(({ commit, at }) => ({
      repository: name,
      hash: hashes.get(commit),
      state: 'success',
      at_ms: atMs(at),
    })),
  );
}

type Pull = SampleCode['pulls'][number];

const describePull = (repository: string, pull: Pull, id: number, hashes: Hashes): object => ({
  id,
  repository,
  fork: null,
  branch_src: pull.branch_src,
  branch_dest: pull.branch_dest,
  head_hash: hashes.get(pull.head),
  dest_hash: hashes.get(pull.dest),
  merge_hash: hashes.get(pull.merge ?? '') ?? '',
  title: pull.title,
  description: pull.description,
  description_format: 'commonmark',
  by: person(pull.by),
  created_at_ms: atMs(pull.at),
  status: pull.status,
  status_by: pull.status_by === undefined ? null : person(pull.status_by),
  status_at_ms: pull.status_at === undefined ? null : atMs(pull.status_at),
  reviewers: pull.reviewers.map(person),
  verdicts: pull.verdicts.map(({ by, verdict, head, at }) => ({
    by: person(by),
    verdict,
    head_hash: hashes.get(head),
    at_ms: atMs(at),
  })),
  labels: pull.labels.map((label) => ({ ...label, is_outline: false })),
});

/** Of one pull request; `next` draws the number of a comment. */
function listComments({ comments }: Pull, pull: number, hashes: Hashes, next: () => number): object[] {
  return comments.flatMap(({ line, answers = [], ...first }) => {
    const parent = next();
    const lines =
      line === undefined
        ? null
        : {
            file_path: line.path,
            position: 'right',
            unidiff_offset: line.new_line,
            base_hash: hashes.get(line.base),
            head_hash: hashes.get(line.head),
            old_line: null,
            new_line: line.new_line,
            first_line: null,
            applied_number: null,
            applied_hash: null,
          };
    return [first, ...answers].map(({ by, at, content }, index) => ({
      id: index === 0 ? parent : next(),
      pull,
      parent_id: index === 0 ? 0 : parent,
      by: person(by),
      at_ms: atMs(at),
      edited_at_ms: null,
      content,
      format: 'commonmark',
      color: '',
      lines,
    }));
  });
}

function writePulls(folder: string, { name, pulls }: SampleCode, hashes: Hashes): void {
  let last = 0;
  const next = (): number => (last += 1);
  const comments = pulls.flatMap((pull, index) => listComments(pull, index + 1, hashes, next));
  const events = pulls.flatMap((pull, index) =>
    pull.events.map(({ kind, by, at, added = [] }) => ({
      pull: index + 1,
      by: person(by),
      at_ms: atMs(at),
      kind,
      added: added.map(person),
      removed: [],
    })),
  );
  writeLines(
    join(folder, 'pull-requests.ndjson'),
    pulls.map((pull, index) => describePull(name, pull, index + 1, hashes)),
  );
  writeLines(join(folder, 'comments.ndjson'), comments);
  writeLines(join(folder, 'events.ndjson'), events);
  const counts = { pulls: pulls.length, comments: comments.length, events: events.length };
  const people = [...new Set(pulls.flatMap(({ by, reviewers }) => [by, ...reviewers]))].map(person);
  writeFileSync(
    join(folder, 'index.json'),
    JSON.stringify({ version: 1, ...counts, rules: null, repositories: [], people }),
  );
}
