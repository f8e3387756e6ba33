import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CircuitOpenError, createCircuitBreaker } from './circuit-breaker.ts';

class Silent extends Error {}

const silent = (): Promise<never> => Promise.reject(new Silent());
const refused = (): Promise<never> => Promise.reject(new Error('answered 500'));

function open() {
  const clock = { now: 0, nowMs: () => clock.now };
  const isFailure = (error: unknown): boolean => error instanceof Silent;
  return { clock, breaker: createCircuitBreaker({ clock, isFailure, failuresMax: 3, restMs: 1000 }) };
}

test('what gave no answer several times in a row is left alone, then tried once', async () => {
  const { clock, breaker } = open();
  for (let time = 0; time < 3; time += 1) await assert.rejects(breaker.run('a', silent), Silent);
  await assert.rejects(breaker.run('a', silent), CircuitOpenError);
  assert.equal(await breaker.run('b', async () => 'others are called'), 'others are called');
  clock.now += 1000;
  const trial = Promise.withResolvers<string>();
  const tried = breaker.run('a', () => trial.promise);
  await assert.rejects(breaker.run('a', silent), CircuitOpenError, 'one at a time');
  trial.resolve('back');
  assert.equal(await tried, 'back');
  await assert.rejects(breaker.run('a', silent), Silent, 'closed again');
});

test('a rest that began while the clock was ahead is over once it is right', async () => {
  const { clock, breaker } = open();
  clock.now = 1_000_000;
  for (let time = 0; time < 3; time += 1) await assert.rejects(breaker.run('a', silent), Silent);
  clock.now = 0;
  assert.equal(await breaker.run('a', async () => 'back'), 'back');
});

test('a trial that fails opens it anew', async () => {
  const { clock, breaker } = open();
  for (let time = 0; time < 3; time += 1) await assert.rejects(breaker.run('a', silent), Silent);
  clock.now += 1000;
  await assert.rejects(breaker.run('a', silent), Silent);
  clock.now += 999;
  await assert.rejects(breaker.run('a', silent), CircuitOpenError);
});

test('an answer of any kind closes it', async () => {
  const { breaker } = open();
  for (let time = 0; time < 9; time += 1)
    await assert.rejects(
      breaker.run('a', time % 3 === 2 ? refused : silent),
      (error) => !(error instanceof CircuitOpenError),
    );
});
