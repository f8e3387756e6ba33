// Git's own programs at one end of a line that goes both ways, as over SSH. They speak the protocol's first version, in which a
// client can ask for what branches and tags lead to alone, so that nothing hidden is given out by its hash.
import { join } from 'node:path';
import { attend, feed, startFor } from './git-backend.ts';
import type { BackendRequest, TransferSlots } from './git-backend.ts';
import { transferBudget } from './time-budget.ts';
import type { Peer } from './git-slots.ts';
import type { StartedProgram } from '../../../platform/programs/starter.ts';
import type { GitProgram } from '../repositories/git-program.ts';

/** What is particular about a push. */
export type PushFacts = Pick<BackendRequest, 'isPush' | 'settings' | 'variables' | 'judge' | 'afterEnd'>;

export interface Conversation extends PushFacts {
  service: 'git-upload-pack' | 'git-receive-pack';
  /** Name of the repository's folder. */
  folder: string;
  peer: Peer;
  /** What the client says. */
  input: AsyncIterable<Uint8Array>;
  /** Takes what git says to the client, or beside it; resolves once there is room for more. */
  say(where: 'output' | 'errors', bytes: Uint8Array): Promise<void>;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
}

/** Gives git's status. */
export type Converse = (conversation: Conversation) => Promise<number>;

/** In the places of all transfers; ends where nothing moves for as long as a client may do nothing. */
export function createConverse(git: GitProgram, slots: TransferSlots, { graceMs } = transferBudget): Converse {
  return async (conversation) => {
    const { service, folder, isPush, settings, variables } = conversation;
    const release = await slots[isPush ? 'push' : 'read'].enter(conversation.peer, conversation.signal);
    const silence = watchSilence(graceMs);
    try {
      const own = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
      const args = [...own, service.replace('git-', ''), ...(isPush ? [] : ['--strict']), join(git.folder, folder)];
      const child = await startFor(conversation, git, args, variables);
      const signal = AbortSignal.any([conversation.signal, silence.signal]);
      const ended = attend(child, { ...conversation, signal });
      void feed(child, heard(conversation.input, silence.note));
      await Promise.all([
        hand(child.stdout, 'output', conversation, silence.note),
        hand(child.stderr, 'errors', conversation, silence.note),
        ended,
      ]);
      return (await child.exited).status;
    } finally {
      silence.end();
      release();
    }
  };
}

async function* heard(bytes: AsyncIterable<Uint8Array>, note: () => void): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of bytes) {
    note();
    yield chunk;
  }
}

async function hand(
  from: StartedProgram['stdout'],
  where: 'output' | 'errors',
  { say, signal }: Conversation,
  note: () => void,
): Promise<void> {
  try {
    for await (const chunk of from) {
      if (!(chunk instanceof Uint8Array)) continue;
      await say(where, chunk);
      note();
    }
  } catch (error) {
    // Who went away hears nothing more, and git ends with them.
    if (!signal.aborted && !from.destroyed) throw error;
  }
}

/** Aborts once nothing was noted for so long. */
function watchSilence(graceMs: number): { signal: AbortSignal; note(): void; end(): void } {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), graceMs);
  return { signal: late.signal, note: () => void timer.refresh(), end: () => clearTimeout(timer) };
}
