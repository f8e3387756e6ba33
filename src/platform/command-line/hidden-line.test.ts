// What is typed at a terminal without being shown.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { askHidden, isTerminal } from './hidden-line.ts';

function openTerminal() {
  const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const io = {
    input: Object.assign(input, { isTTY: true }),
    output,
    errors: Object.assign(errors, { isTTY: true }),
    waitForStop: () => Promise.resolve(),
  };
  let text = '';
  for (const stream of [output, errors]) stream.on('data', (chunk) => void (text += String(chunk)));
  const shown = (): string => text;
  return { io, input, shown };
}

it('takes what was typed and corrected, and shows the question alone', async () => {
  const { io, input, shown } = openTerminal();
  assert.ok(isTerminal(io));
  const answer = askHidden(io, 'Password: ');
  input.write('secreT');
  input.write('\u007ft\r');
  assert.equal(await answer, 'secret');
  await setImmediate();
  assert.equal(shown(), 'Password: \n');
});

it('takes the end of the input as nothing, and Ctrl-C as giving up', async () => {
  const ended = openTerminal();
  const empty = askHidden(ended.io, 'Password: ');
  ended.input.end();
  assert.equal(await empty, '');
  const broken = openTerminal();
  const given = askHidden(broken.io, 'Password: ');
  broken.input.write('\u0003');
  await assert.rejects(given, { name: 'CommandExit', status: 130 });
});

it('asks nobody where input or messages go elsewhere', () => {
  const { io } = openTerminal();
  assert.equal(isTerminal({ ...io, input: new PassThrough() }), false);
  assert.equal(isTerminal({ ...io, errors: new PassThrough() }), false);
});
