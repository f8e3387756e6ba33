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
      { about: 'answers requests until it is told to stop', commands: [serveCommand] },
      { about: 'makes a new data folder with a site administrator', commands: [initCommand] },
      { about: 'starts on sample projects, for a look around', commands: [evaluateCommand] },
      { about: 'settings', commands: configCommands },
      { about: 'what is wrong with the installation, and what to do', commands: [doctorCommand] },
    ],
  },
  {
    title: 'People and projects',
    topics: [
      { about: 'accounts', commands: userCommands },
      { about: 'site-wide rights', commands: delegationCommands(withFolder) },
      { about: 'projects', commands: projectCommands },
      { about: 'reads a project archive', commands: [importCommand] },
      { about: 'writes a project as an archive', commands: [exportCommand] },
      { about: 'user groups and members', commands: groupCommands(withFolder) },
      { about: 'trackers', commands: trackerCommands(withFolder) },
      { about: 'repositories and their folders', commands: repositoryCommands(withFolder) },
      { about: 'deleted artifacts', commands: artifactCommands(withFolder) },
      { about: 'what projects tell of themselves', commands: projectFieldCommands(withFolder) },
      { about: 'categories of projects', commands: projectCategoryCommands(withFolder) },
    ],
  },
  {
    title: 'Safety',
    topics: [
      { about: 'copies of the whole site', commands: backupCommands },
      { about: 'moves the site to PostgreSQL', commands: [migrateDatabaseCommand] },
      { about: 'security events', commands: auditCommands(withFolder) },
      { about: 'old hashes of passwords', commands: passwordCommands(withFolder) },
    ],
  },
  {
    title: 'Work beside requests',
    topics: [
      { about: 'jobs', commands: jobCommands(withFolder) },
      {
        about: 'mail that goes out and comes in',
        commands: [...mailCommands(withFolder), ...mailInCommands(withFolder)],
      },
      { about: 'the search index', commands: searchCommands(withFolder) },
      { about: 'the directory of the organisation', commands: ldapCommands(withFolder) },
    ],
  },
  {
    title: 'For other programs',
    topics: [...hookTopics, { about: 'prints a file for the program logrotate', commands: [logrotateConfCommand] }],
  },
];

/** Runs what the arguments ask for; gives the exit status, as runOneOf does. */
export const runCommandLine = (args: readonly string[], io: Terminal): Promise<number> => runOneOf(sections, args, io);
