// Whether the server can be reached. While it can't, it is asked again and again, so that pages come back by themselves.
import { pageHeader } from './page-header.ts';
import { useStore } from '../use-store.ts';

const probeMs = 2000;
const probeTimeoutMs = 10_000;

let isAway = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const backListeners = new Set<() => void>();

function set(next: boolean): void {
  if (isAway === next) return;
  isAway = next;
  for (const listener of listeners) listener();
  if (!next) for (const listener of backListeners) listener();
}

/** Whether the server answers, whatever it says. Another's answer, such as that of a proxy before it, does not count. */
async function isAnswering(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(probeTimeoutMs);
    const { status } = await fetch('/api/version', { headers: { accept: 'application/json', ...pageHeader }, signal });
    return status < 502 || status > 504;
  } catch {
    // Not reached, which is what is asked here.
    return false;
  }
}

async function probe(): Promise<void> {
  timer = undefined;
  if (await isAnswering()) set(false);
  else watchForReturn();
}

function watchForReturn(): void {
  timer ??= setTimeout(() => void probe(), probeMs);
}

/** Somebody asked the server and did not reach it. */
export function noteAway(): void {
  set(true);
  watchForReturn();
}

/** Asks now instead of after the next pause. */
export function askNow(): void {
  clearTimeout(timer);
  timer = undefined;
  void probe();
}

/** Calls `listener` whenever the server is there again. Returns what ends that. */
export function onReturn(listener: () => void): () => void {
  backListeners.add(listener);
  return () => void backListeners.delete(listener);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useIsAway = (): boolean => useStore(subscribe, () => isAway);

/** How long after the browser began to leave the page a failure may come from that, and how long such a failure waits, in ms. */
const leavingMs = 2000;
let leftAtMs = -Infinity;

/** Whether a failure that is told now may come from the browser leaving the page. */
export const mayBeLeaving = (): boolean => performance.now() - leftAtMs < leavingMs;

/**
 * To be awaited before a failed request is taken for a failure of the server: browsers that leave a page cancel its requests, and
 * Firefox tells the page so. Resolves late where the browser stayed although it seemed to leave, as for a download.
 */
export async function whileHere(): Promise<void> {
  if (mayBeLeaving()) await new Promise((resolve) => setTimeout(resolve, leavingMs));
}

/** Listens to what the browser knows of its network, and for its leaving, from now on; called once, with the window. */
export function listenForNetwork(browser: EventTarget): void {
  for (const type of ['beforeunload', 'pagehide'])
    browser.addEventListener(type, () => {
      leftAtMs = performance.now();
    });
  browser.addEventListener('offline', noteAway);
  browser.addEventListener('online', () => {
    if (isAway) askNow();
  });
}
