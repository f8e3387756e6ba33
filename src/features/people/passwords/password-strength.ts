// Judges new passwords. The dictionaries take tens of megabytes, so a process that lives for one question, or for several in
// a row, loads them: that keeps the scoring off the main thread and gives the memory back.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { unavailable } from '../../../platform/errors.ts';
import { createSemaphore } from '../../../platform/concurrency/semaphore.ts';
import { lowerProgram } from '../../../platform/programs/low-priority.ts';
import { ownProgram } from '../../../platform/programs/own-program.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';

/** Shorter ones are refused without a look. */
export const passwordLengthMin = 8;
/** More letters make no password weaker, and scoring takes time. */
const scoredLength = 100;
/** Many times what an answer takes. */
const answerTimeoutMs = 60_000;
/** Loading the dictionaries takes five times as long as an answer. */
const idleMs = 2_000;

const judging = createSemaphore({
  parallel: 1,
  maxWaiting: 50,
  refuse: () => unavailable(says('password.busy')`too many people set passwords at once; try again in a moment`),
});

const program = ownProgram(import.meta.url, 'password-strength-process');

/**
 * Why a password is easy to guess, or undefined. `known` are texts that guessers try first, such as the user name.
 * Administrators may set a weak one all the same. Throws unavailable when very many wait, and when judging takes too long.
 */
export async function describeWeakness(password: string, known: readonly string[]): Promise<Said | undefined> {
  if (password.length < passwordLengthMin)
    return says('password.short')`it is shorter than ${passwordLengthMin} characters`;
  const question = { password: password.slice(0, scoredLength), known: known.filter((text) => text !== '') };
  const answer = await judging.run(() => askProcess(question));
  return answer === '' ? undefined : says('password.easy')`${answer}`;
}

interface Question {
  password: string;
  known: string[];
}

let idle: { child: ChildProcess; end: NodeJS.Timeout } | undefined;

/** One at a time. */
async function askProcess(question: Question): Promise<string> {
  const child = takeIdle() ?? startProcess();
  const settled = new AbortController();
  const timeout = AbortSignal.timeout(answerTimeoutMs);
  const signal = AbortSignal.any([settled.signal, timeout]);
  try {
    child.send(question);
    const answered = once(child, 'message', { signal }).then(([answer]: unknown[]) => String(answer));
    const ended = once(child, 'exit', { signal }).then(() => {
      throw new Error('the process that judges passwords ended without an answer');
    });
    const answer = await Promise.race([answered, ended]);
    keepIdle(child);
    return answer;
  } catch (error) {
    child.kill();
    if (timeout.aborted)
      throw unavailable(says('password.unjudged')`passwords can’t be judged just now; try again in a moment`, error);
    throw error;
  } finally {
    settled.abort();
  }
}

function startProcess(): ChildProcess {
  const child = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  lowerProgram(child);
  return child;
}

function takeIdle(): ChildProcess | undefined {
  if (idle === undefined) return undefined;
  const { child, end } = idle;
  idle = undefined;
  clearTimeout(end);
  if (!child.connected) return undefined;
  child.ref();
  child.channel?.ref();
  return child;
}

/** Keeps it for the next question, but this process not from ending; it ends with it. */
function keepIdle(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  idle = { child, end: setTimeout(endIdle, idleMs).unref() };
}

function endIdle(): void {
  idle?.child.kill();
  idle = undefined;
}
