// Those who wait for events, and those whose outgoing calls nobody answers.
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AttackClass, Ground } from '../attack.ts';
import { rest } from '../attack.ts';
import {
  fieldOf,
  flood,
  numberAt,
  onConnections,
  plantCard,
  post,
  put,
  readSlowly,
  trackerOf,
  valueOf,
  writeHead,
} from '../moves.ts';

/** Changes a card as fast as one client can, which wakes everybody who waits. */
async function keepChanging(ground: Ground, id: number): Promise<void> {
  for (let n = 0; n < ground.rounds && !ground.signal.aborted; n += 1)
    await ground.ask(
      put(`/api/artifacts/${id}`, { values: [{ field_id: fieldOf(ground, 'cards.points'), value: n }] }, 'mallory'),
    );
}

/** The n-th person of the crowd opens it, and holds it. */
const waitOn = (path: string) =>
  onConnections(500, async (ground, n) => {
    const socket = await ground.open();
    const who = ground.site.crowd[n % ground.site.crowd.length];
    if (socket === undefined || who === undefined) return;
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    socket.on('close', () => resolve());
    socket.write(writeHead(ground, { path, headers: who }));
    if (Number.isFinite(ground.rounds)) setTimeout(() => socket.destroy(), 100);
    await closed;
  });

/** A port where calls are taken and never answered. */
async function openTarpit(ground: Ground): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => undefined).resume());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ground.signal.addEventListener('abort', () => server.close());
  server.unref();
  const address = server.address();
  if (typeof address === 'object' && address !== null) return address.port;
  throw new Error('no port');
}

export const waitingClasses: readonly AttackClass[] = [
  {
    name: 'event-streams',
    imitates: 'as many event streams as there may be, and changes that wake them all',
    set: async (ground) => {
      const id = await plantCard(ground);
      const waiting = await waitOn('/api/events/stream')(ground);
      return () => Promise.all([waiting(), keepChanging(ground, id)]);
    },
  },
  {
    name: 'long-polls',
    imitates: 'as many long polls as there may be, and changes that wake them all',
    set: async (ground) => {
      const id = await plantCard(ground);
      const polls = await flood(500, ({ site, rounds }) => (n) => ({
        path: `/api/events?wait=${Math.min(30, rounds)}`,
        headers: site.crowd[n % site.crowd.length] ?? {},
      }))(ground);
      return () => Promise.all([polls(), keepChanging(ground, id)]);
    },
  },
  {
    name: 'events-read-slowly',
    imitates: 'event streams that nobody reads, from the beginning of the log',
    refusals: [410],
    set: readSlowly(500, ({ site }, n) => ({
      path: '/api/events/stream?since=0',
      headers: site.crowd[n % site.crowd.length] ?? {},
    })),
  },
  {
    name: 'events-of-all-times',
    imitates: 'pages of the whole log, for filters that nothing fits',
    refusals: [400, 410],
    set: flood(16, ({ site }) => (n) => ({
      path: `/api/events?since=${n % 100}&limit=500&artifact=99999999`,
      headers: site.crowd[n % site.crowd.length] ?? {},
    })),
  },
  {
    name: 'webhooks-to-a-tarpit',
    imitates: 'webhooks whose receiver takes everything and answers nothing',
    refusals: [400],
    set: async (ground) => {
      const port = await openTarpit(ground);
      for (let n = 0; n < ground.scale(20); n += 1)
        await ground.demand(
          post(
            `/api/trackers/${trackerOf(ground, 'cards')}/webhooks`,
            { url: `http://127.0.0.1:${port}/${n}` },
            'mallory',
          ),
        );
      const id = await plantCard(ground);
      return () => keepChanging(ground, id);
    },
  },
  {
    name: 'jobs-to-a-tarpit',
    imitates: 'transitions whose job takes everything and answers nothing',
    refusals: [400],
    set: async (ground) => {
      const port = await openTarpit(ground);
      const moves = [
        ['off', 'on'],
        ['on', 'off'],
      ] as const;
      for (const id of await findTransitions(ground))
        await ground.demand(
          put(
            `/api/tracker_workflow_transitions/${id}/actions`,
            { post_actions: [{ type: 'run_job', job_url: `http://127.0.0.1:${port}/job` }] },
            'mallory',
          ),
        );
      const body = {
        tracker: { id: trackerOf(ground, 'moves') },
        values: [
          { field_id: fieldOf(ground, 'moves.title'), value: 'moved' },
          { field_id: fieldOf(ground, 'moves.state'), bind_value_ids: [valueOf(ground, 'moves.state.off')] },
        ],
      };
      const id = numberAt(await ground.demand(post('/api/artifacts', body, 'mallory')), 'id');
      return async () => {
        for (let n = 0; n < ground.rounds && !ground.signal.aborted; n += 1) {
          const [, to] = moves[n % 2] ?? moves[0];
          await ground.ask(
            put(
              `/api/artifacts/${id}`,
              {
                values: [
                  { field_id: fieldOf(ground, 'moves.state'), bind_value_ids: [valueOf(ground, `moves.state.${to}`)] },
                ],
              },
              'mallory',
            ),
          );
          await rest(1, ground.signal);
        }
      };
    },
  },
];

/** Ids of the transitions between values of the tracker `moves`. */
async function findTransitions(ground: Ground): Promise<number[]> {
  const tracker = await ground.demand({ path: `/api/trackers/${trackerOf(ground, 'moves')}`, as: 'mallory' });
  const text = typeof tracker === 'string' ? tracker : JSON.stringify(tracker);
  const found = [...text.matchAll(/"id":(\d+),"from_id":(\d+),"to_id":(\d+)/g)];
  return found.filter(([, , from]) => from !== '0').map(([, id]) => Number(id));
}
