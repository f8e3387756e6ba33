// Several processes on one database under load, some of them killed: artifacts stay linearizable registers, rights that
// were taken are gone at once on every process, jobs have their effects once, and the database fits together.
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { checkDatabase } from '../faults/check-database.ts';
import { issueToken, testPassword } from '../support/harness.ts';
import { judgeJobs, orderJobs } from './jobs.ts';
import { exerciseRights } from './rights.ts';
import type { Right, RightsReport } from './rights.ts';
import { createRandom, runClients } from './run.ts';
import type { Progress, RunReport } from './run.ts';
import { startServers } from './servers.ts';
import type { Servers } from './servers.ts';
import { openPlace } from './site.ts';

export interface ClusterOptions {
  readonly processes: number;
  readonly kills: number;
  readonly operations: number;
  readonly clients: number;
  readonly artifacts: number;
  readonly jobs: number;
  readonly seed: number;
}

export interface ClusterReport extends RunReport {
  readonly rights: Omit<RightsReport, 'faults'>;
  readonly jobsTakenOver: number;
}

const Token = Type.Object({ user_id: Type.String(), token: Type.String() });

/** Membership of a private project, a token, and an account that is suspended. */
async function listRights({ app, people, projectId }: Servers): Promise<Right[]> {
  const { root, ana, dagny, emre, freya } = people;
  const token: Right = {
    name: 'token',
    giver: emre.credentials,
    change: (may) =>
      may
        ? { method: 'POST', path: '/api/tokens', body: { username: emre.username, password: testPassword } }
        : { method: 'DELETE', path: `/api/tokens/${token.holder['x-auth-token'] ?? ''}` },
    // 400: a request before, whose answer was lost, has revoked it.
    done: [200, 400],
    holder: await issueToken(app, emre.username),
    renew(body) {
      const { user_id, token: text } = Value.Parse(Token, JSON.parse(body));
      return { 'x-auth-userid': user_id, 'x-auth-token': text };
    },
  };
  const others = [ana, emre, freya].map(({ id }) => ({ id }));
  return [
    token,
    {
      name: 'membership',
      giver: ana.credentials,
      change: (may) => ({
        method: 'PUT',
        path: `/api/user_groups/${projectId}_3/users`,
        body: { user_references: may ? [...others, { id: dagny.id }] : others },
      }),
      done: [200],
      holder: dagny.credentials,
    },
    {
      name: 'account',
      giver: root.credentials,
      change: (may) => ({
        method: 'PATCH',
        path: `/api/users/${freya.id}`,
        body: { values: { status: may ? 'A' : 'S' } },
      }),
      done: [200],
      holder: freya.credentials,
    },
  ];
}

/** Throws Error where a server can't be started, or gives an answer that no request can have. */
export async function runCluster(options: ClusterOptions): Promise<ClusterReport> {
  const { processes, operations, kills, seed } = options;
  const servers = await startServers(processes);
  const { app, people, artifactId, baseUrls } = servers;
  const given = await listRights(servers);
  let rights: RightsReport | undefined;
  const disturb = async (progress: Progress): Promise<void> => {
    const random = createRandom(seed + 1);
    const path = `/api/artifacts/${artifactId}`;
    [rights] = await Promise.all([
      exerciseRights({ baseUrls, rights: given, path, random, progress }),
      orderJobs(app.database, progress, options),
      servers.killAtRandom(progress, { kills, operations, random }),
    ]);
  };
  try {
    const account = { username: people.ana.username, password: testPassword };
    const place = await openPlace(baseUrls()[0] ?? '', account, servers.trackerId);
    const { faults, ...run } = await runClients({ ...options, baseUrls, place, disturb });
    if (rights === undefined) throw new Error('rights were not looked at');
    const jobs = await judgeJobs(app.database, options);
    const { faults: rightsFaults, ...counts } = rights;
    const unfit = await checkDatabase(app.database);
    const complaints = await servers.close();
    const all = [...faults, ...rightsFaults, ...jobs.faults, ...unfit, ...complaints];
    return { ...run, faults: all, rights: counts, jobsTakenOver: jobs.takenOver };
  } finally {
    await servers.close();
  }
}
