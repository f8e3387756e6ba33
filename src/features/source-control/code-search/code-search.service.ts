// Searches the files of default branches: those of one project, or of the repositories that were pushed to last.
import type { Static } from 'typebox';
import type { Database } from '../../../platform/database/index.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Projects, Viewer } from '../../projects/index.ts';
import { mayRead } from '../repositories/git.access.ts';
import type { Repository } from '../repositories/git.access.ts';
import { branchPrefix } from '../repositories/git-objects.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import { findRepositoriesById } from '../repositories/git-repositories.service.ts';
import { findRef } from '../repositories/git.store.ts';
import type { CodeSearch } from './code-search.schema.ts';
import { listRecentIds } from './code-search.store.ts';
import { findMatchingLines } from './matching-lines.ts';
import type { MatchingFile } from './matching-lines.ts';

type Found = Static<typeof CodeSearch>;

export interface CodeSearching {
  /** Throws as Projects.read, invalid for a text of several lines, and as findMatchingLines. */
  search(viewer: Viewer, text: string, projectId: number | undefined): Promise<Found>;
}

interface Needs {
  database: Database;
  git: GitProgram;
  projects: Projects;
}

/** Repositories of one search, those that were pushed to last. */
const repositoriesMax = 20;
/** Repositories whose rights are looked at for one search. */
const candidatesMax = 500;
/** Files of one answer. */
const resultsMax = 50;
/** Milliseconds of one search, which asks one repository after the other. */
const searchMaxMs = 5000;
/** Milliseconds that git may look through one repository. */
const repositoryMaxMs = 3000;

export function createCodeSearch({ database, git, projects }: Needs): CodeSearching {
  const { read: db } = database;
  /** Those that the viewer may read and somebody has pushed to; `isAll`: there are no others. */
  const listSearched = async (
    viewer: Viewer,
    projectId: number | undefined,
  ): Promise<{ repositories: Repository[]; isAll: boolean }> => {
    if (projectId !== undefined) await projects.read(viewer, projectId);
    const ids = await listRecentIds(db, projectId, candidatesMax);
    const known = await findRepositoriesById(db, ids);
    const open = ids
      .flatMap((id) => known.get(id) ?? [])
      .filter((repository) => repository.default_branch !== null && mayRead(viewer, repository));
    return {
      repositories: open.slice(0, repositoriesMax),
      isAll: open.length <= repositoriesMax && ids.length < candidatesMax,
    };
  };
  return {
    async search(viewer, text, projectId) {
      if (/[\n\r\0]/.test(text)) throw invalid(says('project-field.line')`must be a single line`, 'q');
      const { repositories, isAll } = await listSearched(viewer, projectId);
      const results: Found['results'] = [];
      const endMs = performance.now() + searchMaxMs;
      let isComplete = isAll;
      let searched = 0;
      for (const repository of repositories) {
        const timeoutMs = Math.min(repositoryMaxMs, Math.floor(endMs - performance.now()));
        if (timeoutMs <= 0 || results.length >= resultsMax) {
          isComplete = false;
          break;
        }
        const branch = repository.default_branch ?? '';
        const hash = (await findRef(db, repository.id, branchPrefix + branch))?.hash;
        searched += 1;
        if (hash === undefined) continue;
        const found = await findMatchingLines(git, repository, { hash, text, timeoutMs });
        isComplete &&= found.isComplete;
        results.push(...found.files.map((file) => viewMatch(repository, { branch, hash }, file)));
      }
      return {
        results: results.slice(0, resultsMax),
        repositories_searched: searched,
        is_complete: isComplete && results.length <= resultsMax,
      };
    },
  };
}

const viewMatch = (
  { id, name, project }: Repository,
  { branch, hash }: { branch: string; hash: string },
  { path, lines, hasMoreLines }: MatchingFile,
): Found['results'][number] => ({
  repository: { id, uri: `git/${id}`, name },
  project: { id: project.id, uri: `projects/${project.id}`, label: project.full_name },
  branch,
  commit: hash,
  path,
  lines,
  has_more_lines: hasMoreLines,
});
