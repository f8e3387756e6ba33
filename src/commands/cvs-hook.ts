// `tepal cvs-hook`: what CVS calls after a commit.
import { buffer } from 'node:stream/consumers';
import { keepCvsCommit } from '../features/source-control/index.ts';
import { systemClock } from '../platform/clock.ts';
import { defineCommand, print, UsageError } from '../platform/command-line/command.ts';
import { withHooks } from './with-hooks.ts';

const loginfo = defineCommand({
  name: 'cvs-hook loginfo',
  operands: ['COMMIT', 'USER', 'FOLDER'],
  more: 'FILE OLD NEW',
  flags: {
    project: { type: 'string', placeholder: 'NAME', isRequired: true, meaning: 'short name of the project' },
    repository: {
      type: 'string',
      placeholder: 'NAME',
      meaning: 'name of the repository; default: that of the project',
    },
  },
  summary: 'Record a commit, called from CVSROOT/loginfo',
  async run({ operands: { COMMIT: commitId, USER: user, FOLDER: place }, more: files, flags, folder, io }) {
    if (!/^[\w.-]{1,200}$/.test(commitId)) throw new UsageError(`COMMIT can't be ${JSON.stringify(commitId)}; give %I`);
    const { project, repository = project } = flags;
    const input = (await buffer(io.input)).toString('base64');
    const commit = { commitId, user, folder: place, files: [...files], project, repository, input };
    await keepCvsCommit(folder, { ...commit, atMs: systemClock.nowMs() });
    await withHooks(folder, io, ({ cvsHooks }) => cvsHooks.catchUp());
  },
});

const catchUp = defineCommand({
  name: 'cvs-hook catch-up',
  operands: [],
  flags: {},
  summary: 'Record calls of CVS that could not be recorded before',
  async run({ folder, io }) {
    const count = await withHooks(folder, io, ({ cvsHooks }) => cvsHooks.catchUp());
    print(io, count === 1 ? '1 call of CVS recorded' : `${count} calls of CVS recorded`);
  },
});

export const cvsHookCommands = [loginfo, catchUp];
