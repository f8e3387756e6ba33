// The commands that other programs call as hooks, which load without the others.
import type { Terminal } from '../platform/command-line/command.ts';
import { runOneOf } from './command-line.ts';
import { cvsHookCommands } from './cvs-hook.ts';
import { gitSshCommands } from './git-ssh.ts';
import type { CommandTopic } from './help.ts';
import { svnHookCommands } from './svn-hook.ts';

export const hookTopics: readonly CommandTopic[] = [
  { about: 'Subversion hooks', commands: svnHookCommands },
  { about: 'CVS hooks', commands: cvsHookCommands },
  { about: 'Git over SSH, called by sshd', commands: gitSshCommands },
];

/** As runCommandLine, for arguments that start with the first word of such a command. */
export const runHookLine = (args: readonly string[], io: Terminal): Promise<number> =>
  runOneOf([{ title: 'Hooks', topics: hookTopics }], args, io);
