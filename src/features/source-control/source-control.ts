// What source control is to the rest of Tepal: commits that are recorded, the work that they ask for, Git and Subversion.
import { resolve } from 'node:path';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Route, StreamRoute } from '../../platform/http/index.ts';
import type { JobHandler } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { LoadedSettings } from '../../settings/index.ts';
import type { ArchivePart } from '../archive/index.ts';
import type { SitePart } from '../backup/index.ts';
import type { SshKeys } from '../people/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { Storage } from '../storage/index.ts';
import { createClosing } from './commits/closing.ts';
import type { ClosingDeps } from './commits/closing.ts';
import { createCommits } from './commits/commits.service.ts';
import type { Commits } from './commits/commits.service.ts';
import type { ReferringTexts } from './commits/referring.ts';
import { createCvsPart } from './cvs/cvs-hooks.service.ts';
import type { CodeAccess } from './browsing/code-access.ts';
import { svnDownloadRoutes } from './browsing/git-downloads.routes.ts';
import { svnBrowsingRoutes } from './browsing/svn-browsing.routes.ts';
import { createSvnBrowsing } from './browsing/svn-browsing.service.ts';
import { createGit } from './git.ts';
import type { Git } from './git.ts';
import { listNamedFolders as listGitFolders } from './repositories/git.store.ts';
import { createArchivePart, createGitElementPart, createSvnElementPart } from './source-control.archive.ts';
import { measureRepositories } from './stored-bytes.ts';
import { createSvnAccess } from './svn/svn-access.service.ts';
import type { SvnAccess } from './svn/svn-access.service.ts';
import { createSvnProgram } from './svn/svn-program.ts';
import { createSvnPart } from './svn/svn-part.ts';
import { svnRoutes } from './svn/svn.routes.ts';
import { createSvn, createSvnRemoval } from './svn/svn.service.ts';
import type { SvnDeps } from './svn/svn.service.ts';
import { createSvnUnrecordedCheck, createSvnUnrecordedJob, nightlySvnUnrecorded } from './svn/svn-unrecorded.ts';
import { listNamedFolders as listSvnFolders } from './svn/svn.store.ts';

export interface SourceControl {
  commits: Commits;
  git: Pick<Git, 'findVersion' | 'recordUnrecorded'>;
  code: CodeAccess;
  jobHandlers: readonly JobHandler[];
  routes: readonly Route<Viewer>[];
  streams: readonly StreamRoute<Viewer>[];
  services: readonly (Git['services'][number] | SvnAccess['service'])[];
  nightlyJobs: Git['nightlyJobs'];
  /** Repositories of all projects in the order in which they were made; `folder` is a path on this machine. */
  listFolders(kind: 'git' | 'svn'): Promise<{ id: number; project: string; name: string; folder: string }[]>;
  /** Bytes that the repositories of a project take. */
  measure(projectId: number): Promise<number>;
  /** What of it is in a backup beside the database. */
  parts: readonly SitePart[];
  /** What of a project is in its archives. */
  archiveParts: readonly ArchivePart[];
}

export interface SourceControlDeps
  extends Omit<SvnDeps, 'commits' | 'access'>, Pick<ClosingDeps, 'artifacts' | 'loadAbsent'> {
  logger: Logger;
  settings: LoadedSettings;
  sshKeys: SshKeys;
  blobs: BlobStore;
  storage: Storage;
  referring: ReferringTexts;
}

export function createSourceControl(deps: SourceControlDeps): SourceControl {
  const commits = createCommits(deps);
  const git = createGit({ ...deps, commits });
  const access = createSvnAccess(deps);
  const svn = createSvn({ ...deps, commits, access });
  const { slots } = git;
  const reading = { svn: createSvnProgram(), git: git.program, slots };
  const browsing = createSvnBrowsing({ ...deps, ...reading, repositories: svn });
  const archiving = { ...deps, git: git.program, commits };
  return {
    commits,
    git,
    code: git.code,
    jobHandlers: [
      createClosing(deps),
      createSvnRemoval(deps),
      createSvnUnrecordedJob({ ...deps, commits }),
      ...git.jobHandlers,
    ],
    routes: [...git.routes, ...svnRoutes(svn), ...svnBrowsingRoutes(browsing, slots)],
    streams: [...git.streams, ...svnDownloadRoutes(browsing)],
    services: [...git.services, access.service, createSvnUnrecordedCheck(deps)],
    nightlyJobs: [...git.nightlyJobs, nightlySvnUnrecorded],
    async listFolders(kind) {
      const isGit = kind === 'git';
      const rows = await (isGit ? listGitFolders : listSvnFolders)(deps.database.read);
      const base = isGit ? git.program.folder : deps.dataDir;
      return rows.map(({ id, unix_name: project, name, folder }) => ({
        id,
        project,
        name,
        folder: resolve(base, folder),
      }));
    },
    measure: (projectId) =>
      measureRepositories(deps.database.read, { gitFolder: git.program.folder, dataDir: deps.dataDir }, projectId),
    parts: [git.part, createSvnPart(deps.dataDir), createCvsPart(deps.dataDir)],
    archiveParts: [createArchivePart(archiving), createGitElementPart(archiving), createSvnElementPart(archiving)],
  };
}
