// Loaded before the program: kills it before one of the steps by which it changes files, starts programs, or commits. KILL_AT says
// which, from 1; KILL_COUNT names a file that gets the number of steps of a process that ends by itself.
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { DatabaseSync } from 'node:sqlite';

const at = Number(process.env['KILL_AT'] ?? 0);
const countFile = process.env['KILL_COUNT'];
let steps = 0;

function step(): void {
  steps += 1;
  if (steps === at) process.kill(process.pid, 'SIGKILL');
}

/** Has `object[name]` be a step where `isStep` says so of its arguments. */
function watch(object: object, name: string, isStep: (first: unknown, second: unknown) => boolean = () => true): void {
  const work: unknown = Reflect.get(object, name);
  if (typeof work !== 'function') throw new Error(`there is no ${name}`);
  Reflect.set(object, name, function watched(this: unknown, ...args: unknown[]): unknown {
    if (isStep(args[0], args[1])) step();
    const result: unknown = Reflect.apply(work, this, args);
    return result;
  });
}

const writes = (_path: unknown, flags: unknown): boolean => typeof flags === 'string' && !flags.startsWith('r');
for (const name of ['rename', 'link', 'rm', 'mkdir', 'mkdtemp', 'writeFile', 'copyFile']) watch(fs.promises, name);
watch(fs.promises, 'open', writes);
for (const name of ['createWriteStream', 'writeFileSync', 'renameSync', 'mkdirSync', 'rmSync']) watch(fs, name);
for (const name of ['spawn', 'execFile']) watch(childProcess, name);
watch(DatabaseSync.prototype, 'exec', (sql) => typeof sql === 'string' && /^(?:COMMIT|BEGIN)/i.test(sql));
// What is said to PostgreSQL.
watch(Socket.prototype, 'write');
syncBuiltinESMExports();

if (countFile !== undefined) process.on('exit', () => fs.appendFileSync(countFile, String(steps)));
