// The moves that attacks are made of: many ask at once, many hold a connection, many leave their answers unread.
import { rest } from './attack.ts';
import type { Ask, AttackClass, Ground } from './attack.ts';

type Setting = AttackClass['set'];

/** So many clients, each of which asks again as soon as it has its answer; `make` gives the n-th request. */
export const flood =
  (clients: number, make: (ground: Ground) => ((n: number) => Ask) | Promise<(n: number) => Ask>): Setting =>
  async (ground) => {
    const next = await make(ground);
    let n = 0;
    const client = async (): Promise<void> => {
      for (let round = 0; round < ground.rounds && !ground.signal.aborted; round += 1) await ground.ask(next(n++));
    };
    return () => Promise.all(Array.from({ length: ground.scale(clients) }, client));
  };

/** The same request again and again. */
export const repeat = (clients: number, make: (ground: Ground) => Ask | Promise<Ask>): Setting =>
  flood(clients, async (ground) => {
    const ask = await make(ground);
    return () => ask;
  });

const openedAtOnce = 200;

/** Does something on so many connections, each of its own, and again on new ones where they were closed. */
export const onConnections =
  (count: number, play: (ground: Ground, n: number) => Promise<unknown>): Setting =>
  (ground) => {
    let n = 0;
    const wanted = ground.scale(count);
    const seat = async (): Promise<void> => {
      for (let round = 0; round < ground.rounds && !ground.signal.aborted; round += 1) {
        const startedMs = performance.now();
        await play(ground, n++);
        // Who is closed at once comes back a moment later.
        if (performance.now() - startedMs < 100) await rest(100, ground.signal);
      }
    };
    return async () => {
      const seats: Promise<void>[] = [];
      while (seats.length < wanted && !ground.signal.aborted) {
        for (let left = Math.min(openedAtOnce, wanted - seats.length); left > 0; left -= 1) seats.push(seat());
        await rest(20, ground.signal);
      }
      await Promise.all(seats);
    };
  };

interface Holding {
  /** What is sent at once. */
  bytes: string | Uint8Array;
  /** What follows, again and again. */
  drip?: string | Uint8Array;
  everyMs?: number;
  /** Answers are left unread. */
  isDeaf?: boolean;
  port?: number;
}

/** Holds so many connections open after their first bytes. */
export const hold = (count: number, make: (ground: Ground, n: number) => Holding): Setting =>
  onConnections(count, async (ground, n) => {
    const { bytes, drip, everyMs = 1000, isDeaf = false, port } = make(ground, n);
    const socket = await ground.open(port);
    if (socket === undefined) return;
    if (isDeaf) socket.pause();
    socket.write(bytes);
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    socket.on('close', () => resolve());
    if (Number.isFinite(ground.rounds)) setTimeout(() => socket.destroy(), 50);
    const timer = drip === undefined ? undefined : setInterval(() => socket.write(drip), everyMs);
    await closed;
    clearInterval(timer);
  });

/** Asks, and takes the answer as slowly as a client can without being deaf. */
export const readSlowly = (count: number, make: (ground: Ground, n: number) => Ask): Setting =>
  onConnections(count, async (ground, n) => {
    const ask = make(ground, n);
    const socket = await ground.open();
    if (socket === undefined) return;
    socket.write(writeHead(ground, ask));
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    socket.on('close', () => resolve());
    socket.pause();
    const sip = setInterval(() => {
      socket.resume();
      setImmediate(() => socket.pause());
    }, 200);
    if (Number.isFinite(ground.rounds)) setTimeout(() => socket.destroy(), 50);
    await closed;
    clearInterval(sip);
  });

/** A request as it goes over a bare connection. */
export function writeHead({ site }: Ground, { method = 'GET', path, headers = {}, as, body }: Ask): string {
  const all = { host: 'x', ...(as === undefined ? {} : site.tokens[as]), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${typeof body === 'string' ? body : ''}`;
}

export const post = (path: string, body: unknown, as?: Ask['as']): Ask => ({
  method: 'POST',
  path,
  body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  as,
});

export const put = (path: string, body: unknown, as?: Ask['as']): Ask => ({ ...post(path, body, as), method: 'PUT' });

/** The number at a key of an answer's object. Throws Error where there is none. */
export function numberAt(json: unknown, key: string): number {
  const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, key) : undefined;
  if (typeof value === 'number') return value;
  throw new Error(`no number at ${key} of ${JSON.stringify(json).slice(0, 200)}`);
}

export const fieldOf = ({ site }: Ground, name: string): number => known(site.fields, name);
export const valueOf = ({ site }: Ground, name: string): number => known(site.values, name);
export const trackerOf = ({ site }: Ground, name: string): number => known(site.trackers, name);

function known(ids: Readonly<Record<string, number>>, name: string): number {
  const id = ids[name];
  if (id === undefined) throw new Error(`the site has no ${name}`);
  return id;
}

/** Makes a card with these values by field name; gives its id. */
export async function plantCard(ground: Ground, values: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const all = Object.entries({ title: 'planted', ...values });
  const list = all.map(([name, value]) => ({ field_id: fieldOf(ground, `cards.${name}`), ...spellValue(value) }));
  const body = { tracker: { id: trackerOf(ground, 'cards') }, values: list };
  return numberAt(await ground.demand(post('/api/artifacts', body, 'mallory')), 'id');
}

/** Fields whose submitted value has other keys than `value` are given as an object. */
const spellValue = (value: unknown): object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { value };

/** Comments on a card so many times. */
export async function plantComments(ground: Ground, id: number, comment: object, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await ground.demand(put(`/api/artifacts/${id}`, { values: [], comment }, 'mallory'));
}
