// The table of commands.
import { artifactCommands } from '../features/artifacts/index.ts';
import { auditCommands } from '../features/audit/index.ts';
import { backupCommands } from './backup.ts';
import type { Terminal } from '../platform/command-line/command.ts';
import { runOneOf } from './command-line.ts';
import type { CommandSection } from './help.ts';
import { configCommands } from './config.ts';
import { doctorCommand } from './doctor.ts';
import { evaluateCommand } from './evaluate.ts';
import { exportCommand } from './export.ts';
import { groupCommands, projectFieldCommands } from '../features/projects/index.ts';
import { hookTopics } from './hooks.ts';
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
import { repositoryCommands } from '../features/source-control/index.ts';
import { serveCommand } from './serving/serve.ts';
import { trackerCommands } from '../features/trackers/index.ts';
import { userCommands } from './user.ts';

/** In the order of `tepal --help`: what people need daily comes first. */
const sections: readonly CommandSection[] = [
  {
    title: 'The server',
    topics: [
      { about: 'run the server', commands: [serveCommand] },
      { about: 'create a data folder with a site administrator', commands: [initCommand] },
      { about: 'try Tepal with sample projects', commands: [evaluateCommand] },
      { about: 'settings', commands: configCommands },
      { about: 'check the installation for problems', commands: [doctorCommand] },
    ],
  },
  {
    title: 'People and projects',
    topics: [
      { about: 'accounts', commands: userCommands },
      { about: 'site-wide permissions', commands: delegationCommands(withFolder) },
      { about: 'projects', commands: projectCommands },
      { about: 'import a project archive', commands: [importCommand] },
      { about: 'export a project archive', commands: [exportCommand] },
      { about: 'user groups and members', commands: groupCommands(withFolder) },
      { about: 'trackers', commands: trackerCommands(withFolder) },
      { about: 'repositories and their folders', commands: repositoryCommands(withFolder) },
      { about: 'deleted artifacts', commands: artifactCommands(withFolder) },
      { about: 'custom project fields', commands: projectFieldCommands(withFolder) },
      { about: 'project categories', commands: projectCategoryCommands(withFolder) },
    ],
  },
  {
    title: 'Backup and security',
    topics: [
      { about: 'backups of the whole site', commands: backupCommands },
      { about: 'move the site to PostgreSQL', commands: [migrateDatabaseCommand] },
      { about: 'security events', commands: auditCommands(withFolder) },
      { about: 'old password hashes', commands: passwordCommands(withFolder) },
    ],
  },
  {
    title: 'Background work',
    topics: [
      { about: 'jobs', commands: jobCommands(withFolder) },
      {
        about: 'outgoing and incoming mail',
        commands: [...mailCommands(withFolder), ...mailInCommands(withFolder)],
      },
      { about: 'the search index', commands: searchCommands(withFolder) },
      { about: 'the LDAP directory', commands: ldapCommands(withFolder) },
    ],
  },
  {
    title: 'For other programs',
    topics: [...hookTopics, { about: 'print a logrotate configuration', commands: [logrotateConfCommand] }],
  },
];

/** Runs what the arguments ask for; gives the exit status, as runOneOf does. */
export const runCommandLine = (args: readonly string[], io: Terminal): Promise<number> => runOneOf(sections, args, io);
