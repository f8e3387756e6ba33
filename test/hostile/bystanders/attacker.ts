// The process of an attacker: sets an attack up when it is told to, and plays it for as long as it is told.
import { openGround } from './attack.ts';
import type { Attack, Ground, Site } from './attack.ts';
import { findClass } from './index.ts';

export interface AttackReport {
  statuses: [status: number, count: number][];
  faults: string[];
  failure: string | undefined;
}

interface Order {
  order: 'set' | 'play';
  name: string;
  site: Site;
  ms: number;
}

const isOrder = (message: unknown): message is Order =>
  typeof message === 'object' && message !== null && 'order' in message;

const over = new AbortController();
let ground: Ground | undefined;
let attack: Attack | undefined;

async function set({ name, site }: Order): Promise<void> {
  ground = openGround(site, { signal: over.signal, rounds: Infinity, scale: 1 });
  attack = await findClass(name).set(ground);
}

async function play({ ms }: Order): Promise<void> {
  setTimeout(() => over.abort(), ms);
  await attack?.();
}

async function obey(order: Order): Promise<AttackReport> {
  let failure: string | undefined;
  try {
    await (order.order === 'set' ? set(order) : play(order));
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  return { statuses: [...(ground?.tally.statuses ?? [])], faults: ground?.tally.faults ?? [], failure };
}

process.on('message', (message) => {
  if (isOrder(message)) void obey(message).then((report) => process.send?.(report));
});
