// Pages offer every kind of event that webhooks can be told of, and no other.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { artifactEvents } from '../../../src/features/artifacts/index.ts';
import { codeEventKinds } from '../../../src/features/events/webhooks/webhook-kinds.ts';
import { ofArtifacts, ofCode } from '../../../web/platform/names/event-kinds.ts';

describe('kinds of events on the pages of webhooks', () => {
  it('are those that the server knows', () => {
    assert.deepEqual(ofArtifacts.toSorted(), [...artifactEvents.kinds].toSorted());
    assert.deepEqual(ofCode.toSorted(), [...codeEventKinds].toSorted());
  });
});
