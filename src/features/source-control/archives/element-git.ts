// Git repositories as archives of the origin have them: `<git>` with a bundle for each, and the groups that may use it.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { element, findChild, findChildren, readFilledAttribute, readSwitch } from '../../archive/index.ts';
import type { PartSource, XmlElement } from '../../archive/index.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { GitFailure } from '../repositories/git-program.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import type { GitPermission } from '../repositories/git.tables.ts';
import { writeBytes, writeXml } from './archived-files.ts';
import { digestRefs } from './archived-git.ts';
import type { ArchivedGit } from './archived-repositories.schema.ts';

export interface GitElement {
  readonly name: string;
  readonly description: string;
  readonly allowsClosure: boolean;
  readonly defaultBranch: string | undefined;
  /** Path in the archive; undefined: nothing was pushed. */
  readonly bundle: string | undefined;
  readonly permissions: readonly { readonly permission: GitPermission; readonly group: string }[];
  /** Elements in it that nothing reads. */
  readonly unread: readonly XmlElement[];
  readonly line: number;
}

const rights = { read: 'read', write: 'write', wplus: 'rewind' } as const;
const understood = new Set<string>([...Object.keys(rights), 'permissions', 'last-push-date']);

function readRights(repository: XmlElement): GitElement['permissions'] {
  const holders = [repository, ...findChildren(repository, 'permissions')];
  return Object.entries(rights).flatMap(([name, permission]) =>
    holders
      .flatMap((holder) => findChildren(holder, name))
      .flatMap((list) => findChildren(list, 'ugroup'))
      .map(({ text }) => ({ permission, group: text.trim() })),
  );
}

function readRepository(repository: XmlElement): GitElement {
  const { attributes, line } = repository;
  const inner = [...repository.children, ...(findChild(repository, 'permissions')?.children ?? [])];
  const branch = attributes['default_branch'] ?? '';
  const bundle = attributes['bundle-path'] ?? '';
  return {
    name: readFilledAttribute(repository, 'name').trim(),
    description: attributes['description'] ?? '',
    allowsClosure: readSwitch(repository, 'allow_artifact_closure', false),
    defaultBranch: branch === '' ? undefined : branch,
    bundle: bundle === '' ? undefined : bundle,
    permissions: readRights(repository),
    unread: inner.filter(({ name }) => !understood.has(name)),
    line,
  };
}

/** Throws invalid for a repository without a name. */
export const readGitElement = (git: XmlElement): GitElement[] => findChildren(git, 'repository').map(readRepository);

/** The element without its repositories; undefined where nothing else is in it. */
export const writeRest = (git: XmlElement): string | undefined => {
  const others = git.children.filter(({ name }) => name !== 'repository');
  return others.length === 0 ? undefined : element('git', git.attributes, others.map(writeXml));
};

/** What `git bundle list-heads` says of the branch that its HEAD is. */
function findHead(list: string): string | null {
  const refs = list.split('\n').map((line) => line.split(' '));
  const head = refs.find(([, name]) => name === 'HEAD')?.[0];
  const branches = refs.flatMap(([hash, name = '']) =>
    name.startsWith('refs/heads/') ? [{ hash, name: name.slice('refs/heads/'.length) }] : [],
  );
  const usual = ['main', 'master'].flatMap((name) => branches.filter((branch) => branch.name === name));
  const candidates = [...usual, ...branches];
  return (candidates.find(({ hash }) => hash === head) ?? candidates[0])?.name ?? null;
}

/** The facts of a repository as Tepal's own archives have them. Throws invalid for a bundle that git can't read. */
export async function describeGit(
  { git, scratch, nowMs }: { git: GitProgram; scratch: string; nowMs: number },
  { name, description, allowsClosure, defaultBranch, bundle, permissions, unread }: GitElement,
  source: PartSource,
): Promise<ArchivedGit> {
  const facts = {
    name,
    description,
    allows_closure: allowsClosure,
    created_at_ms: nowMs,
    updated_at_ms: nowMs,
    behind: [],
    permissions: permissions.map((right) => ({ pattern: '', ...right })),
    ...(unread.length === 0 ? {} : { unread: unread.map((part) => writeXml(part)).join('\n') }),
  };
  if (bundle === undefined)
    return { ...facts, default_branch: null, bundle: null, refs_sha256: digestRefs(Buffer.alloc(0)) };
  const file = join(scratch, 'listed.bundle');
  await writeBytes(source.readFile(bundle), file);
  try {
    const heads = await git.run(['bundle', 'list-heads', file]);
    const branch = defaultBranch ?? findHead(heads.toString('utf8'));
    return { ...facts, default_branch: branch, bundle, refs_sha256: digestRefs(heads) };
  } catch (error) {
    if (error instanceof GitFailure)
      throw invalid(says('archive.git-damaged')`the Git repository ${name} of the archive: ${error.message}`);
    throw error;
  } finally {
    await rm(file, { force: true });
  }
}
