// Git, put together.
import type { AbsolutePath } from '../../platform/files/absolute-path.ts';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Route, StreamRoute } from '../../platform/http/index.ts';
import { createExtensionPoint } from '../../platform/extension-point.ts';
import type { JobHandler } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { resolveSettings } from '../../settings/index.ts';
import type { LoadedSettings } from '../../settings/index.ts';
import type { SitePart } from '../backup/index.ts';
import type { NightlyJob } from '../housekeeping/index.ts';
import type { People, SshKeys } from '../people/index.ts';
import type { Projects, Viewer } from '../projects/index.ts';
import type { SiteService } from '../site/index.ts';
import type { Storage } from '../storage/index.ts';
import type { ReferringTexts } from './commits/referring.ts';
import type { Commits } from './commits/commits.service.ts';
import { createCodeAccess } from './browsing/code-access.ts';
import type { CodeAccess } from './browsing/code-access.ts';
import { browsingRoutes } from './browsing/git-browsing.routes.ts';
import { createGitBrowsing } from './browsing/git-browsing.service.ts';
import { downloadRoutes } from './browsing/git-downloads.routes.ts';
import { createGitDownloads } from './browsing/git-downloads.service.ts';
import { followBrought } from './lfs/uploaded-objects.ts';
import { createLfsHttp, isLfsChange } from './lfs/lfs-http.ts';
import { createLfsLocks } from './lfs/lfs-locks.service.ts';
import { createLfsObjects } from './lfs/lfs-objects.service.ts';
import { createBackend, createTransferSlots } from './transfers/git-backend.ts';
import { createConverse } from './transfers/git-conversation.ts';
import { createSshDoor } from './transfers/ssh-door.ts';
import type { SshDoor } from './transfers/ssh-door.ts';
import {
  createUnrecordedCheck,
  createUnrecordedJob,
  nightlyGitUnrecorded,
  recordUnrecorded,
} from './transfers/git-unrecorded.ts';
import type { CaughtUpRepository } from './transfers/git-unrecorded.ts';
import { contentRoutes } from './contents/git-contents.routes.ts';
import { createGitContents } from './contents/git-contents.service.ts';
import { gitHttpRoutes } from './transfers/git-http.routes.ts';
import { forkRoutes } from './contents/git-forks.routes.ts';
import { createGitForks } from './contents/git-forks.service.ts';
import { createGitGraphs, createPushedGraphs, nightlyGitGraphs } from './transfers/git-graphs.ts';
import { createGitPart } from './contents/git-part.ts';
import { permissionRoutes } from './contents/git-permissions.routes.ts';
import { createRepositoryPermissions } from './contents/git-permissions.service.ts';
import { deletionRoutes } from './archives/git-deletion.routes.ts';
import { createGitDeletion, createGitPurge, nightlyGitPurge } from './archives/git-deletion.service.ts';
import { createFolderRemoval } from './archives/git-removal.ts';
import { codeSearchRoutes } from './code-search/code-search.routes.ts';
import { createCodeSearch } from './code-search/code-search.service.ts';
import { findGitFolder } from './repositories/folder-names.ts';
import { createGitProgram, processesMax } from './repositories/git-program.ts';
import type { GitProgram } from './repositories/git-program.ts';
import { createGitPushes, gitRefsJobHandler } from './transfers/git-pushes.service.ts';
import { repositoryRoutes } from './repositories/git-repositories.routes.ts';
import { createGitRepositories } from './repositories/git-repositories.service.ts';
import { createCommitStatuses } from './contents/git-statuses.service.ts';
import { createSlots } from './transfers/git-slots.ts';
import type { Slots } from './transfers/git-slots.ts';
import { createGitTransfers } from './transfers/git-transfers.service.ts';

export interface Git {
  routes: readonly Route<Viewer>[];
  streams: readonly StreamRoute<Viewer>[];
  jobHandlers: readonly JobHandler[];
  nightlyJobs: readonly NightlyJob[];
  services: readonly Pick<SshDoor, 'start' | 'stop'>[];
  part: SitePart;
  code: CodeAccess;
  program: GitProgram;
  /** Of those who read repositories. */
  slots: Slots;
  /** See recordUnrecorded of git-unrecorded.ts. */
  recordUnrecorded(): AsyncIterable<CaughtUpRepository>;
  /** The version of git that is installed, if one is. */
  findVersion(): Promise<string | undefined>;
}

interface Needs {
  database: Database;
  clock: Clock;
  logger: Logger;
  projects: Projects;
  dataDir: AbsolutePath;
  settings: LoadedSettings;
  commits: Commits;
  sshKeys: SshKeys;
  people: People;
  blobs: BlobStore;
  storage: Storage;
  site: SiteService;
  loadAbsent(userId: number): Promise<Viewer | undefined>;
  referring: ReferringTexts;
}

export function createGit(needs: Needs): Git {
  const { database, clock } = needs;
  const settings = resolveSettings(needs.settings, []);
  const git = createGitProgram(findGitFolder(needs.dataDir, settings), { memoryMaxBytes: settings.git_memory_limit });
  const openRequests: CodeAccess['openRequests'] = createExtensionPoint();
  const repositories = createGitRepositories({ ...needs, git, openRequests });
  const moves: CodeAccess['moves'] = createExtensionPoint();
  moves.add(followBrought({ database: needs.database, git }));
  const pushes = createGitPushes({ ...needs, git, moves });
  const lfs = createLfsObjects(needs);
  const contents = createGitContents({ ...needs, git, repositories, pushes, lfs });
  const statuses = createCommitStatuses({ database, clock }, repositories, contents);
  const browsing = createGitBrowsing({ ...needs, git, repositories });
  const locks = createLfsLocks(needs);
  const slots = createSlots(processesMax, 'readings of repositories');
  const places = createTransferSlots(settings.git_process_limit);
  const runBackend = createBackend(git, places);
  const converse = createConverse(git, places);
  const transfers = createGitTransfers({ ...needs, git, runBackend, converse, repositories, pushes });
  return {
    nightlyJobs: [nightlyGitPurge, nightlyGitGraphs, nightlyGitUnrecorded],
    routes: [
      ...repositoryRoutes(repositories),
      ...deletionRoutes(createGitDeletion({ ...needs, git, repositories, pushes })),
      ...permissionRoutes(createRepositoryPermissions({ database, clock }, repositories), statuses),
      ...contentRoutes(contents, slots),
      ...forkRoutes(createGitForks({ ...needs, git, repositories, pushes }), slots),
      ...browsingRoutes(browsing, slots),
      ...codeSearchRoutes(createCodeSearch({ ...needs, git }), slots),
    ],
    streams: [
      ...gitHttpRoutes(transfers, { isChange: isLfsChange, answer: createLfsHttp({ objects: lfs, locks }) }),
      ...downloadRoutes(createGitDownloads({ database, git, repositories, slots, lfs })),
    ],
    jobHandlers: [
      gitRefsJobHandler(pushes, { database, clock, git }),
      createFolderRemoval(git),
      createGitPurge({ ...needs, git }),
      createGitGraphs({ ...needs, git }),
      createPushedGraphs({ ...needs, git }),
      createUnrecordedJob({ ...needs, git, pushes }),
    ],
    services: [createSshDoor({ ...needs, transfers }), createUnrecordedCheck(needs)],
    recordUnrecorded: () => recordUnrecorded({ database, git, pushes }),
    program: git,
    slots,
    code: createCodeAccess({ ...needs, git, browsing, pushes, slots, moves, openRequests, contents }),
    part: createGitPart(database, git),
    findVersion: git.findVersion,
  };
}
