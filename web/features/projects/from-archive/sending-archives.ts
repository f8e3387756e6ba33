// Archives that this tab sends, whatever page is shown meanwhile.
import type { QueryClient } from '@tanstack/react-query';
import { ownPath } from '../../../platform/addresses.ts';
import { describeError } from '../../../ui/feedback/async-states.tsx';
import { useStore } from '../../../platform/use-store.ts';

export interface SendingArchive {
  /** What is there of it, 0 to 1. */
  part: number;
  /** Why it stopped. */
  problem?: string;
  file: File;
  stop: AbortController;
}

/** By id of the project that there will be. */
let sendings: ReadonlyMap<number, SendingArchive> = new Map();
const listeners = new Set<() => void>();

function put(projectId: number, sending: SendingArchive | undefined): void {
  const next = new Map(sendings);
  if (sending === undefined) next.delete(projectId);
  else next.set(projectId, sending);
  sendings = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSendingArchives = (): ReadonlyMap<number, SendingArchive> => useStore(subscribe, () => sendings);

/** Sends what the server does not have of it yet, and has the list of uploads read anew at its end. */
export function sendArchive(queryClient: QueryClient, projectId: number, href: string, file: File): void {
  const stop = new AbortController();
  const sending = { part: 0, file, stop };
  const settle = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['/project_uploads'] });
  put(projectId, sending);
  const run = async (): Promise<void> => {
    try {
      // Who sends none needs no program for it.
      const { sendBytes } = await import('../../../platform/network/send-bytes.ts');
      await settle();
      const onProgress = (part: number): void => put(projectId, { ...sending, part });
      await sendBytes(file, ownPath(href), { onProgress, signal: stop.signal });
      await settle();
      put(projectId, undefined);
    } catch (error) {
      if (stop.signal.aborted) put(projectId, undefined);
      else put(projectId, { ...sending, problem: describeError(error) });
      await settle();
    }
  };
  void run();
}
