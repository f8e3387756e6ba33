// The table of commands.
import { artifactCommands } from './artifact.ts';
import { auditCommand } from './audit.ts';
import { backupCommands } from './backup.ts';
import type { Command, Terminal } from './command.ts';
import { runOneOf } from './command-line.ts';
import { configCommands } from './config.ts';
import { cvsHookCommands } from './cvs-hook.ts';
import { delegationCommands } from './delegation.ts';
import { evaluateCommand } from './evaluate.ts';
import { exportCommand } from './export.ts';
import { groupCommands } from './group.ts';
import { importCommand } from './import.ts';
import { initCommand } from './init.ts';
import { jobsCommands } from './jobs.ts';
import { mailCommands } from './mail.ts';
import { mailInCommands } from './mail-in.ts';
import { logrotateConfCommand } from './logrotate-conf.ts';
import { ldapCommands } from './ldap.ts';
import { migrateDatabaseCommand } from './migrate-database.ts';
import { passwordsCommand } from './passwords.ts';
import { projectCommands } from './project.ts';
import { projectCategoryCommands } from './project-category.ts';
import { projectFieldCommand } from './project-field.ts';
import { searchCommands } from './search.ts';
import { serveCommand } from './serve.ts';
import { svnHookCommands } from './svn-hook.ts';
import { trackerCommands } from './tracker.ts';
import { userCommands } from './user.ts';

/** In the order of `tepal --help`. */
const commands: readonly Command[] = [
  serveCommand,
  initCommand,
  ...userCommands,
  passwordsCommand,
  importCommand,
  exportCommand,
  ...projectCommands,
  ...groupCommands,
  ...trackerCommands,
  ...artifactCommands,
  ...configCommands,
  ...delegationCommands,
  projectFieldCommand,
  ...projectCategoryCommands,
  ...ldapCommands,
  auditCommand,
  ...jobsCommands,
  ...svnHookCommands,
  ...cvsHookCommands,
  ...mailCommands,
  ...mailInCommands,
  ...searchCommands,
  logrotateConfCommand,
  ...backupCommands,
  migrateDatabaseCommand,
  evaluateCommand,
];

/** Runs what the arguments ask for; gives the exit status, as runOneOf does. */
export const runCommandLine = (args: readonly string[], io: Terminal): Promise<number> => runOneOf(commands, args, io);
