// Asks people at a terminal for what nobody else should read.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandExit } from './command.ts';
import type { Terminal } from './command.ts';

const interrupted = 130;

/** Whether somebody sits there who can be asked. */
export const isTerminal = ({ input, errors }: Terminal): boolean => input.isTTY === true && errors.isTTY === true;

/** A line that is typed without being shown; empty where the input ends. Throws CommandExit for Ctrl-C. */
export function askHidden({ input, errors }: Terminal, question: string): Promise<string> {
  errors.write(question);
  const nowhere = new Writable({
    write(_chunk, _encoding, done) {
      done();
    },
  });
  const lines = createInterface({ input, output: nowhere, terminal: true, historySize: 0 });
  return new Promise((resolve, reject) => {
    let typed = '';
    lines.once('line', (line) => {
      typed = line;
      lines.close();
    });
    lines.once('SIGINT', () => {
      reject(new CommandExit(interrupted, 'given up'));
      lines.close();
    });
    lines.once('close', () => {
      errors.write('\n');
      resolve(typed);
    });
  });
}
