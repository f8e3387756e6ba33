// What a process and the one that starts its programs say to each other.

export interface Order {
  id: number;
  program: string;
  args: string[];
  /** All of its environment. */
  env: Record<string, string>;
  /** Whether it can talk by its descriptor 3, too. */
  hasLine: boolean;
  /** Of what it writes into memory, and of each program that it starts. */
  memoryMaxBytes: number;
}

/** It was started; it could not be, for a reason such as ENOENT; it ended, with status -1 where a signal ended it. */
export type News =
  | { id: number; pid: number }
  | { id: number; failure: string }
  | { id: number; status: number; signal: string | undefined };

const isMessage = (value: unknown, key: string): boolean =>
  typeof value === 'object' && value !== null && 'id' in value && key in value;

export const isOrder = (value: unknown): value is Order => isMessage(value, 'program');
export const isNews = (value: unknown): value is News =>
  ['pid', 'failure', 'status'].some((key) => isMessage(value, key));

/** The first bytes of each stream say whose it is. */
export const streamHeadBytes = 5;

export function writeStreamHead(id: number, index: number): Buffer {
  const head = Buffer.alloc(streamHeadBytes);
  head.writeUInt32BE(id);
  head.writeUInt8(index, 4);
  return head;
}

export const readStreamHead = (head: Buffer): { id: number; index: number } => ({
  id: head.readUInt32BE(),
  index: head.readUInt8(4),
});
