// Webhooks of a project that tell of pushes and pull requests.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { artifactEvents } from '../../src/features/artifacts/index.ts';
import { codeEventKinds } from '../../src/features/events/webhooks/webhook-kinds.ts';
import { skipGit } from '../support/git-client.ts';
import { at } from '../support/harness.ts';
import { openPulls } from '../support/pull-requests.ts';
import type { Pulls } from '../support/pull-requests.ts';
import { isSigned, openReceiver } from '../support/webhook-receiver.ts';
import type { Receiver } from '../support/webhook-receiver.ts';

describe('webhooks of code', { skip: skipGit }, () => {
  let pulls: Pulls;
  let receiver: Receiver;
  before(async () => {
    pulls = await openPulls();
    receiver = await openReceiver();
    await pulls.test.app.features.site.changeSetting('outgoing_private_addresses', '1');
  });
  after(async () => {
    receiver.close();
    await pulls.close();
  });

  it('may name every kind that there is, one by one', async () => {
    const kinds = [...artifactEvents.kinds, ...codeEventKinds];
    const made = await pulls.send('POST', 'projects/101/webhooks', 'ana', 201, { url: receiver.url, kinds });
    assert.deepEqual(at(made, 'kinds'), kinds);
    await pulls.send('DELETE', `webhooks/${String(at(made, 'id'))}`, 'ana', 204);
  });

  it('tell of the kinds that are named, in order, among what happens to artifacts', async () => {
    const kinds = ['git-push', 'pull-request-opened', 'pull-request-merge', 'artifact-updated'];
    const trackers = await pulls.get('projects/101/trackers', 'ana');
    const tracker = String(at(trackers, '0.id'));
    await pulls.send('POST', `trackers/${tracker}/webhooks`, 'ana', 400, { url: receiver.url, kinds });
    await pulls.send('POST', 'projects/101/webhooks', 'ana', 400, { url: receiver.url, kinds: ['git-pull'] });
    const made = await pulls.send('POST', 'projects/101/webhooks', 'ana', 201, { url: receiver.url, kinds });
    await pulls.code.git('checkout', '--quiet', '-B', 'hooked', 'main');
    await pulls.code.commit('hooked', { 'hooked.txt': '1\n' });
    await pulls.code.git('push', '--quiet', '-o', 'ci.skip', '-o', 'title=é $(id)', pulls.urlOf('bruno'), 'hooked');
    const pull = await pulls.request('hooked');
    await pulls.send('POST', `pull_requests/${pull}/comments`, 'chika', 201, { content: 'Fine' });
    await pulls.send('PATCH', `pull_requests/${pull}`, 'bruno', 200, { status: 'merge' });
    await pulls.test.app.features.eventsOut.sender.drain();
    assert.deepEqual(
      receiver.received.map(({ json }) => at(json, 'type')),
      ['git-push', 'pull-request-opened', 'pull-request-merge', 'git-push'],
    );
    const [push, opened] = receiver.received;
    assert.ok(push !== undefined && opened !== undefined);
    assert.ok(isSigned(push, String(at(made, 'secret'))));
    assert.deepEqual(
      [at(push.json, 'data.repository'), at(push.json, 'data.refs.0.name'), at(push.json, 'data.event.by.username')],
      ['web', 'refs/heads/hooked', 'bruno'],
    );
    assert.deepEqual(at(push.json, 'data.pushOptions'), ['ci.skip', 'title=é $(id)']);
    assert.equal(at(receiver.received[3]?.json, 'data.pushOptions'), undefined);
    assert.equal(at(opened.json, 'data.pullRequestId'), pull);
    // What it is not told of takes it on, too.
    receiver.received.length = 0;
    await pulls.test.app.features.eventsOut.sender.drain();
    assert.equal(receiver.received.length, 0);
  });
});
