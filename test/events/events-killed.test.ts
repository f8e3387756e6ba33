// Engine: both
// A server that is killed while it makes artifacts and tells a webhook of them: what is asked for again with its key is there once,
// and the webhook learns of all of it, in order.
// Tier: all, because it starts processes and kills them, one after another.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { openApp } from '../../src/app.ts';
import { prepareServer } from '../faults/server-process.ts';
import { at, giveTestPassword, installWith, issueToken, prepareFolder } from '../support/harness.ts';
import { listAt, sampleFolder } from '../support/scenario.ts';
import { openReceiver } from '../support/webhook-receiver.ts';

it('a kill doubles nothing that has a key, and loses nothing for a webhook', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tepal-killed-'));
  t.after(() => rm(dataDir, { recursive: true }));
  t.after(await prepareFolder(dataDir, '$outgoing_private_addresses = 1;', installWith([sampleFolder('scrum')])));
  const prepared = await openApp({ dataDir, logLevel: 'silent' });
  await giveTestPassword(prepared, 'ana', Date.now());
  const credentials = await issueToken(prepared, 'ana');
  await prepared.close();
  const receiver = await openReceiver();
  t.after(() => receiver.close());
  const ask = async (url: string, body?: unknown, key?: string): Promise<{ status: number; json: unknown }> => {
    const headers: Record<string, string> = { ...credentials, 'content-type': 'application/json' };
    if (key !== undefined) headers['idempotency-key'] = key;
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(url, { headers, ...sent });
    return { status: response.status, json: await response.json() };
  };
  const first = prepareServer({ dataDir });
  t.after(() => first.send('SIGKILL'));
  const base = await first.open();
  const trackers = listAt((await ask(`${base}/api/projects/101/trackers`)).json);
  const tracker = trackers.find((one) => at(one, 'label') === 'User stories');
  const field = listAt(tracker, 'fields').find((one) => at(one, 'name') === 'title');
  const trackerId = Number(at(tracker, 'id'));
  const made = await ask(`${base}/api/trackers/${trackerId}/webhooks`, { url: receiver.url });
  assert.equal(made.status, 201, JSON.stringify(made.json));

  const titles = Array.from({ length: 40 }, (_, index) => `kept-${index}`);
  const create = async (server: string, title: string): Promise<number> => {
    const values = [{ field_id: at(field, 'field_id'), value: title }];
    return (await ask(`${server}/api/artifacts`, { tracker: { id: trackerId }, values }, title)).status;
  };
  let answered = 0;
  const beforeKill = titles.map(async (title) => {
    // A server that is gone answers nobody.
    const status = await create(base, title).catch(() => 0);
    if (status === 201) answered += 1;
  });
  await receiver.until(() => receiver.received.length >= 2);
  first.send('SIGKILL');
  await Promise.all([first.ended, ...beforeKill]);
  assert.ok(answered > 0);
  const app = await openApp({ dataDir, logLevel: 'silent' });
  // Else the next process would wait until the lease of the killed one is over.
  await app.database.transact((tx) => tx.updateTable('webhooks').set({ lease_ends_at_ms: 0 }).execute());
  await app.close();

  const second = prepareServer({ dataDir });
  t.after(() => second.send('SIGKILL'));
  const again = await second.open();
  const statuses = await Promise.all(titles.map((title) => create(again, title)));
  assert.ok(
    statuses.every((status) => status === 201 || status === 409),
    statuses.join(' '),
  );
  const shown = listAt((await ask(`${again}/api/trackers/${trackerId}/artifacts?values=all&limit=100`)).json);
  const found = shown.filter((artifact) => String(at(artifact, 'title')).startsWith('kept-'));
  assert.deepEqual(found.map((artifact) => String(at(artifact, 'title'))).sort(), titles.toSorted());
  const ids = new Set(found.map((artifact) => Number(at(artifact, 'id'))));
  const told = (): number[] => receiver.received.map(({ json }) => Number(at(json, 'data.event.id')));
  await receiver.until(() => new Set(told()).size === titles.length);
  assert.deepEqual(
    [...new Set(told())],
    [...new Set(told())].toSorted((a, b) => a - b),
  );
  assert.deepEqual(new Set(receiver.received.map(({ json }) => Number(at(json, 'data.event.artifact.id')))), ids);
  second.send('SIGTERM');
  await second.ended;
});
