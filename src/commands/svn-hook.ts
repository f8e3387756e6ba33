// `tepal svn-hook`: what hooks of Subversion repositories call.
import { text } from 'node:stream/consumers';
import { defineCommand, print, UsageError } from '../platform/command-line/command.ts';
import { withHooks } from './with-hooks.ts';

const property = ['REPOSITORY', 'REVISION', 'USER', 'PROPERTY', 'ACTION'] as const;

function readRevisionNumber(given: string): number {
  if (!/^\d{1,10}$/.test(given)) throw new UsageError(`REVISION can't be ${JSON.stringify(given)}; use a number`);
  return Number(given);
}

const preCommit = defineCommand({
  name: 'svn-hook pre-commit',
  operands: ['REPOSITORY', 'TRANSACTION'],
  flags: {},
  summary: 'Reject a commit that breaks a rule of its repository',
  run: ({ operands: { REPOSITORY: repository, TRANSACTION: transaction }, folder, io }) =>
    withHooks(folder, io, ({ svnHooks }) => svnHooks.checkCommit(repository, transaction)),
});

const postCommit = defineCommand({
  name: 'svn-hook post-commit',
  operands: ['REPOSITORY', 'REVISION'],
  flags: {},
  summary: 'Record a commit, and earlier ones that are not recorded yet',
  async run({ operands: { REPOSITORY: repository, REVISION: revision }, folder, io }) {
    readRevisionNumber(revision);
    await withHooks(folder, io, ({ svnHooks }) => svnHooks.catchUp(repository));
  },
});

const catchUp = defineCommand({
  name: 'svn-hook catch-up',
  operands: ['REPOSITORY'],
  flags: {},
  summary: 'Record all commits of a repository that are not recorded yet',
  async run({ operands: { REPOSITORY: repository }, folder, io }) {
    const count = await withHooks(folder, io, ({ svnHooks }) => svnHooks.catchUp(repository));
    print(io, count === 1 ? '1 commit recorded' : `${count} commits recorded`);
  },
});

const preChange = defineCommand({
  name: 'svn-hook pre-revprop-change',
  operands: property,
  flags: {},
  summary: 'Check a change of a revision property; reads the new value from standard input',
  async run({ operands: { REPOSITORY: repository, PROPERTY: name, ACTION: action }, folder, io }) {
    const message = await text(io.input);
    await withHooks(folder, io, ({ svnHooks }) => svnHooks.checkProperty(repository, { name, action, message }));
  },
});

const postChange = defineCommand({
  name: 'svn-hook post-revprop-change',
  operands: property,
  flags: {},
  summary: 'Record the changed message of a revision',
  async run({ operands: { REPOSITORY: repository, REVISION: revision, PROPERTY: name }, folder, io }) {
    const number = readRevisionNumber(revision);
    if (name !== 'svn:log') return;
    await withHooks(folder, io, ({ svnHooks }) => svnHooks.reword(repository, number));
  },
});

const install = defineCommand({
  name: 'svn-hook install',
  operands: ['REPOSITORY'],
  flags: {
    project: { type: 'string', placeholder: 'NAME', meaning: 'project of a repository that was not created by Tepal' },
  },
  summary: 'Install the hooks of a repository; adds a repository that was not created by Tepal',
  run: ({ operands: { REPOSITORY: repository }, flags, folder, io }) =>
    withHooks(folder, io, ({ svnHooks }) => svnHooks.install(repository, flags.project)),
});

export const svnHookCommands = [preCommit, postCommit, catchUp, preChange, postChange, install];
