// `tepal doctor`: what is wrong with the installation, and what to do.
import type { CheckUp } from '../features/operations/index.ts';
import { defineCommand, listFlags, print } from '../platform/command-line/command.ts';
import { printList, wrapWords } from '../platform/command-line/text-table.ts';
import { conflict } from '../platform/errors.ts';
import { withFolder } from './open-folder.ts';

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
  summary: 'Check settings, permissions, disk, clock, mail, directory and failed jobs: problems and how to fix them',
  run: ({ flags, folder, io }) =>
    withFolder(folder, io, async ({ features }) => {
      const found = await features.health.look('en');
      if (flags.json === true)
        printList(
          io,
          found.map((one) => ({ ...one, remedy: one.remedy ?? null })),
          ['what', 'state', 'finding', 'remedy'],
          true,
        );
      else for (const one of found) print(io, describe(one));
      const count = found.filter(({ state }) => state === 'wrong').length;
      if (count > 0) throw conflict(count === 1 ? '1 problem found' : `${count} problems found`);
    }),
});
