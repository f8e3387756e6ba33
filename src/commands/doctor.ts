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
  summary: 'Looks at settings, rights, disk, clock, mail, directory and work left undone: what is wrong and what to do',
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
      if (count > 0) throw conflict(count === 1 ? 'one thing is wrong' : `${count} things are wrong`);
    }),
});
