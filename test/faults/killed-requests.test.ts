// Requests that change many artifacts, whose server is killed while it works on them: all of it is there, or nothing is.
// Tier: all, because it starts processes and kills them, one after another.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { triesOf } from '../support/depth.ts';
import { withDatabase } from './check-database.ts';
import { drawSeed } from './crash.ts';
import { createRandom } from './random.ts';
import type { Line, Order } from './request.ts';
import { send } from './request.ts';
import { ask, prepareScene } from './scene.ts';
import type { Scene } from './scene.ts';
import { prepareServer } from './server-process.ts';
import { makeSite } from './site.ts';
import { checkFolder } from './trial.ts';

const kills = triesOf(1);
const seed = Number(process.env['FAULTS_SEED'] ?? drawSeed());

describe(`a request whose server is killed (FAULTS_SEED=${seed})`, () => {
  const scratch = mkdtempSync(join(tmpdir(), 'tepal-killed-requests-'));
  const template = join(scratch, 'template');
  const random = createRandom(seed);
  let credentials: Record<string, string> = {};
  let scene: Scene;
  let items: number[] = [];
  let sprint = 0;
  let count = 0;

  const start = async (dataDir: string) => {
    const server = prepareServer({ dataDir });
    const line: Line = { base: await server.open(), credentials, agent: new Agent({ keepAlive: true }) };
    return { server, line };
  };
  const titled = (title: string) => [
    { field_id: scene.fields.title, value: title },
    { field_id: scene.fields.description, value: { content: title, format: 'text' } },
  ];
  /** How many changesets there are, and the last of what artifacts show. */
  const look = (dataDir: string): Promise<string> =>
    withDatabase(dataDir, async ({ read }) => {
      const { rows } = await sql`select (select count(*) from artifacts) as artifacts,
        (select count(*) from changesets) as changesets, (select count(*) from artifact_links) as links`.execute(read);
      return JSON.stringify(rows[0]);
    });

  before(async () => {
    credentials = await makeSite(template);
    const { server, line } = await start(template);
    scene = await prepareScene(line, 1);
    const body = {
      items: Array.from({ length: 200 }, (_, at) => ({
        tracker: { id: scene.trackerId },
        values: titled(`bug ${at}`),
      })),
    };
    const Made = Type.Object({ items: Type.Array(Type.Object({ id: Type.Integer() })) });
    items = (await ask(line, { method: 'POST', path: '/artifacts/batch', body }, Made)).items.map(({ id }) => id);
    const Milestones = Type.Array(Type.Object({ id: Type.Integer(), semantic_status: Type.String() }));
    const list = await ask(line, { method: 'GET', path: '/milestones/2/milestones?limit=50' }, Milestones);
    sprint = list.find((one) => one.semantic_status === 'open')?.id ?? 0;
    line.agent.destroy();
    server.send('SIGTERM');
    await server.ended;
  });
  after(() => rmSync(scratch, { recursive: true, force: true }));

  /** Lets the request run once to its end, and kills it at moments before that. */
  async function killAt(order: () => Order): Promise<void> {
    const attempt = async (killAfterMs: number | undefined) => {
      const dataDir = join(scratch, `site-${(count += 1)}`);
      cpSync(template, dataDir, { recursive: true });
      const { server, line } = await start(dataDir);
      const before = performance.now();
      const answer = send(line, order()).then(
        ({ status, text }) => {
          if (killAfterMs === undefined) assert.equal(status, 200, text);
          return status;
        },
        () => undefined,
      );
      if (killAfterMs === undefined) await answer;
      else await wait(killAfterMs);
      const tookMs = performance.now() - before;
      server.send('SIGKILL');
      await server.ended;
      const status = await answer;
      line.agent.destroy();
      const found = await look(dataDir);
      await checkFolder(dataDir);
      rmSync(dataDir, { recursive: true });
      return { tookMs, status, found };
    };
    const none = await look(template);
    const whole = await attempt(undefined);
    assert.notEqual(whole.found, none);
    for (let kill = 0; kill < kills; kill += 1) {
      const { status, found } = await attempt(random.below(Math.ceil(whole.tookMs)));
      assert.ok(found === whole.found || (found === none && status !== 200), `${found} of ${whole.found}`);
    }
  }

  it('brings a CSV file as a whole, or not', () => {
    const lines = Array.from({ length: 300 }, (_, at) => `imported ${at},text ${at}`);
    const body = { csv: ['title,description', ...lines].join('\n'), is_dry_run: false };
    return killAt(() => ({ method: 'POST', path: `/trackers/${scene.trackerId}/artifact_imports`, body }));
  });

  it('changes many artifacts, or none', () =>
    killAt(() => ({
      method: 'POST',
      path: '/artifacts/batch',
      body: { items: items.map((id) => ({ id, values: titled(`changed ${id}`) })) },
    })));

  it('closes a sprint and moves its items, or does neither', () =>
    killAt(() => ({ method: 'POST', path: `/milestones/${sprint}/close`, body: { open_items: 'backlog' } })));
});
