// The quick form of the hostile run (`npm run hostile` is the long one): requests made from the OpenAPI description and
// then spoiled. Whatever comes, the server refuses or obeys, explains itself in the one shape of errors (spec ruling 6),
// shows nobody what is not theirs, and goes on serving. HOSTILE_SEED repeats a failure.
// Tier: all, because it sends thousands of requests.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { testEngine } from '../../src/platform/database/test-place.testing.ts';
import { triesOf } from '../support/depth.ts';
import { playRound } from '../hostile/run.ts';
import { casts } from '../hostile/world.ts';
import type { Cast } from '../hostile/world.ts';

const seed = Number(process.env['HOSTILE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** Most of what they meet is the same on both engines. */
const tries = triesOf(testEngine === 'sqlite' ? 500 : 250);
const counts: Record<Cast, number> = { people: 3 * tries, administrator: tries };

for (const cast of ['people', 'administrator'] as const) {
  it(`answers ${[...new Set(casts[cast])].join(', ')} as the contract says, whatever they send`, async (t) => {
    const { finding, statuses } = await playRound(cast, counts[cast], seed);
    t.diagnostic(`seed ${seed}; statuses ${JSON.stringify(Object.fromEntries(statuses))}`);
    assert.equal(finding, undefined, `seed ${seed}, request ${finding?.index}: ${finding?.fault}\n${finding?.curl}`);
    for (const status of [200, 400, 401, 404]) assert.ok(statuses.has(status), `nothing was answered ${status}`);
  });
}
