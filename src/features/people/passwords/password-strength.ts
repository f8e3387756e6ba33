// Judges new passwords. The dictionaries take tens of megabytes, so a process that lives for one question, or for several in
// a row, loads them: that keeps the scoring off the main thread and gives the memory back.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Interface } from 'node:readline';
import { unavailable } from '../../../platform/errors.ts';
import { createSemaphore } from '../../../platform/concurrency/semaphore.ts';
import { ownProgram } from '../../../platform/programs/own-program.ts';
import { signalGroup, startApart } from '../../../platform/programs/starter.ts';
import type { StartedProgram } from '../../../platform/programs/starter.ts';
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
  refuse: () => unavailable(says('password.busy')`too many people are setting passwords; try again in a moment`),
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

interface Judge {
  child: StartedProgram;
  /** What it answers, a line each. */
  answers: Interface;
}

let idle: { judge: Judge; end: NodeJS.Timeout } | undefined;

/** One at a time. */
async function askProcess(question: Question): Promise<string> {
  const judge = takeIdle() ?? (await startJudge());
  const settled = new AbortController();
  const timeout = AbortSignal.timeout(answerTimeoutMs);
  const signal = AbortSignal.any([settled.signal, timeout]);
  try {
    judge.child.stdin.write(`${JSON.stringify(question)}\n`);
    const answered = once(judge.answers, 'line', { signal }).then(([answer]: unknown[]) => String(answer));
    const ended = judge.child.exited.then(() => {
      throw new Error('the process that judges passwords ended without an answer');
    });
    const answer = await Promise.race([answered, ended]);
    keepIdle(judge);
    return answer;
  } catch (error) {
    signalGroup(judge.child, 'SIGKILL');
    if (timeout.aborted)
      throw unavailable(
        says('password.unjudged')`password strength can't be checked right now; try again in a moment`,
        error,
      );
    throw error;
  } finally {
    settled.abort();
  }
}

async function startJudge(): Promise<Judge> {
  const child = await startApart({ program: process.execPath, args: [program], env: {} });
  // How it ends says that it did not take a question.
  child.stdin.on('error', () => undefined);
  child.stderr.pipe(process.stderr, { end: false });
  const answers = createInterface({ input: child.stdout });
  void child.exited.then(() => {
    if (idle?.judge.child === child) idle = undefined;
  });
  return { child, answers };
}

function takeIdle(): Judge | undefined {
  if (idle === undefined) return undefined;
  const { judge, end } = idle;
  idle = undefined;
  clearTimeout(end);
  judge.child.hold(true);
  return judge;
}

/** Keeps it for the next question, but this process not from ending; it ends with it. */
function keepIdle(judge: Judge): void {
  judge.child.hold(false);
  idle = { judge, end: setTimeout(endIdle, idleMs).unref() };
}

function endIdle(): void {
  idle?.judge.child.stdin.end();
  idle = undefined;
}
