// The table of commands.
import { artifactCommands } from '../features/artifacts/index.ts';
import { auditCommands } from '../features/audit/index.ts';
import { backupCommands } from './backup.ts';
import type { Command, Terminal } from '../platform/command-line/command.ts';
import { runOneOf } from './command-line.ts';
import { configCommands } from './config.ts';
import { cvsHookCommands } from './cvs-hook.ts';
import { evaluateCommand } from './evaluate.ts';
import { exportCommand } from './export.ts';
import { groupCommands, projectFieldCommands } from '../features/projects/index.ts';
import { importCommand } from './import.ts';
import { initCommand } from './init.ts';
import { jobCommands } from '../features/housekeeping/index.ts';
import { mailCommands } from '../features/notifications/index.ts';
import { mailInCommands } from '../features/mail-gateway/index.ts';
import { logrotateConfCommand } from './logrotate-conf.ts';
import { ldapCommands } from '../features/directory/index.ts';
import { migrateDatabaseCommand } from './migrate-database.ts';
import { delegationCommands, passwordCommands } from '../features/people/index.ts';
import { withFolder } from './open-folder.ts';
import { projectCommands } from './project.ts';
import { projectCategoryCommands } from '../features/registration/index.ts';
import { searchCommands } from '../features/search/index.ts';
import { serveCommand } from './serving/serve.ts';
import { svnHookCommands } from './svn-hook.ts';
import { trackerCommands } from '../features/trackers/index.ts';
import { userCommands } from './user.ts';

/** In the order of `tepal --help`. */
const commands: readonly Command[] = [
  serveCommand,
  initCommand,
  ...userCommands,
  ...passwordCommands(withFolder),
  importCommand,
  exportCommand,
  ...projectCommands,
  ...groupCommands(withFolder),
  ...trackerCommands(withFolder),
  ...artifactCommands(withFolder),
  ...configCommands,
  ...delegationCommands(withFolder),
  ...projectFieldCommands(withFolder),
  ...projectCategoryCommands(withFolder),
  ...ldapCommands(withFolder),
  ...auditCommands(withFolder),
  ...jobCommands(withFolder),
  ...svnHookCommands,
  ...cvsHookCommands,
  ...mailCommands(withFolder),
  ...mailInCommands(withFolder),
  ...searchCommands(withFolder),
  logrotateConfCommand,
  ...backupCommands,
  migrateDatabaseCommand,
  evaluateCommand,
];

/** Runs what the arguments ask for; gives the exit status, as runOneOf does. */
export const runCommandLine = (args: readonly string[], io: Terminal): Promise<number> => runOneOf(commands, args, io);
