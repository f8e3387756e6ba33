// Judges new passwords. The dictionaries take tens of megabytes, so a process that lives for one question loads them:
// that keeps the scoring off the main thread and gives the memory back.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unavailable } from '../../platform/errors.ts';
import { createGate } from '../../platform/gate.ts';

/** More letters make no password weaker, and scoring takes time. */
const scoredLength = 100;
/** Many times what an answer takes. */
const answerTimeoutMs = 60_000;

const judging = createGate({
  parallel: 1,
  maxWaiting: 50,
  refuse: () => unavailable('too many people set passwords at once; try again in a moment'),
});

const program = fileURLToPath(new URL(`./password-strength-process${extname(import.meta.url)}`, import.meta.url));

/**
 * Why a password is easy to guess, or undefined. `known` are texts that guessers try first, such as the user name.
 * Administrators may set a weak one all the same. Throws unavailable when very many wait.
 */
export async function describeWeakness(password: string, known: readonly string[]): Promise<string | undefined> {
  if (password.length < 8) return 'it is shorter than 8 characters';
  const question = { password: password.slice(0, scoredLength), known: known.filter((text) => text !== '') };
  const answer = await judging.run(() => askProcess(question));
  return answer === '' ? undefined : answer;
}

async function askProcess(question: { password: string; known: string[] }): Promise<string> {
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
  const child = fork(program, { execArgv: [], stdio: [...stdio], timeout: answerTimeoutMs });
  try {
    child.send(question);
    const answered = once(child, 'message').then(([answer]: unknown[]) => String(answer));
    const ended = once(child, 'exit').then(() => {
      throw new Error('the process that judges passwords ended without an answer');
    });
    return await Promise.race([answered, ended]);
  } finally {
    child.kill();
  }
}
