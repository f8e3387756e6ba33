// `tepal doctor`: what is wrong with the installation, and what to do.
import type { App } from '../../app.ts';
import { defineCommand, listFlags, print } from '../../platform/command-line/command.ts';
import { printList, wrapWords } from '../../platform/command-line/text-table.ts';
import { conflict } from '../../platform/errors.ts';
import { withFolder } from '../open-folder.ts';
import { wrong } from './check-up.ts';
import type { CheckUp } from './check-up.ts';
import { checkClock, checkDatabase, checkFolder, checkRoom } from './place-checks.ts';
import { checkAddress, checkDirectory, checkEncryption, checkGit, checkMail, checkWork } from './service-checks.ts';

/** undefined: there is nothing to look at. */
type Check = (app: App) => CheckUp | undefined | Promise<CheckUp | undefined>;

const checkSettings: Check = ({ settings: { warnings } }) =>
  warnings.length === 0
    ? { what: 'settings', state: 'ok', finding: 'all are understood' }
    : { what: 'settings', state: 'doubtful', finding: warnings.join('; '), remedy: 'change the files that are named' };

const checks: readonly (readonly [what: string, check: Check])[] = [
  ['settings', checkSettings],
  ['data folder', checkFolder],
  ['disk', checkRoom],
  ['database', checkDatabase],
  ['clock', checkClock],
  ['encryption', checkEncryption],
  ['address', checkAddress],
  ['mail', checkMail],
  ['directory', checkDirectory],
  ['git', checkGit],
  ['work', checkWork],
];

/** A check that can't be made is a finding of its own. */
const look = (app: App): Promise<CheckUp[]> =>
  Promise.all(
    checks.map(async ([what, check]) => {
      try {
        return await check(app);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return wrong(what, `it could not be looked at: ${reason}`, 'see that the account may read it');
      }
    }),
  ).then((found) => found.filter((checkUp) => checkUp !== undefined));

const indent = ' '.repeat(23);

function describe({ what, state, finding, remedy }: CheckUp): string {
  const head = `${state.padEnd(9)} ${what.padEnd(12)} `;
  const lines = [wrapWords(finding, indent), ...(remedy === undefined ? [] : [wrapWords(`-> ${remedy}`, indent)])];
  return head + lines.join('\n').slice(head.length);
}

export const doctorCommand = defineCommand({
  name: 'doctor',
  operands: [],
  flags: listFlags,
  summary: 'Looks at settings, rights, disk, clock, mail, directory and work left undone: what is wrong and what to do',
  run: ({ flags, folder, io }) =>
    withFolder(folder, io, async (app) => {
      const found = await look(app);
      if (flags.json === true)
        printList(
          io,
          found.map((one) => ({ ...one, remedy: one.remedy ?? null })),
          ['what', 'state', 'finding', 'remedy'],
          true,
        );
      else for (const one of found) print(io, describe(one));
      const count = found.filter(({ state }) => state === 'wrong').length;
      if (count > 0) throw conflict(count === 1 ? 'one thing is wrong' : `${count} things are wrong`);
    }),
});
