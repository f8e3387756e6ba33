import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../platform/api.ts';
import { submission } from './submission.ts';
import type { SubmitOptions } from './submission.ts';

function createPage(options: SubmitOptions) {
  const client = new QueryClient();
  const toasts: string[] = [];
  const observer = new MutationObserver(
    client,
    submission(client, options, {
      toast: (kind, text) => toasts.push(`${kind}: ${text}`),
      describe: (error) => `described ${String(error)}`,
    }),
  );
  return { client, toasts, observer };
}

const refuse = (status: number) => () => Promise.reject(new ApiError(status, 'no'));

test('success shows the toast of the options, another one, or none', async () => {
  const { observer, toasts, client } = createPage({ toast: 'saved' });
  await observer.mutate({ work: () => Promise.resolve() });
  await observer.mutate({ work: () => Promise.resolve(), toast: 'sent' });
  await observer.mutate({ work: () => Promise.resolve(), toast: '' });
  assert.deepEqual(toasts, ['success: saved', 'success: sent']);
  client.clear();
});

test('an error is described, explained, or laid to a field, and becomes a toast where that is wanted', async () => {
  const faultOf = async (options: SubmitOptions): Promise<unknown> => {
    const { observer, toasts, client } = createPage(options);
    await assert.rejects(observer.mutate({ work: refuse(400) }));
    client.clear();
    return [observer.getCurrentResult().error?.fault, toasts];
  };
  assert.deepEqual(await faultOf({ toast: 'saved' }), [{ part: '', text: 'described ApiError: no' }, []]);
  assert.deepEqual(await faultOf({ explain: () => undefined }), [{ part: '', text: 'described ApiError: no' }, []]);
  assert.deepEqual(await faultOf({ explain: () => 'too long', errors: 'toast' }), [
    { part: '', text: 'too long' },
    ['error: too long'],
  ]);
  const fault = { part: 'name', text: 'is taken' };
  assert.deepEqual(await faultOf({ explain: () => fault }), [fault, []]);
});

for (const [name, work, isWaiting] of [
  ['success', () => Promise.resolve(), true],
  ['a conflict', refuse(412), true],
  ['another error', refuse(400), false],
] as const)
  test(`${name} ${isWaiting ? 'waits until' : 'does not wait until'} what it touched is read again`, async () => {
    let end = (): void => undefined;
    const invalidated: unknown[] = [];
    const client = new QueryClient();
    client.invalidateQueries = (filters) => {
      invalidated.push(filters?.queryKey);
      return new Promise((resolve) => (end = resolve));
    };
    const options = submission(client, { invalidates: [['thing']] }, { toast: () => undefined, describe: String });
    const observer = new MutationObserver(client, options);
    let isOver = false;
    const over = observer.mutate({ work }).then(
      () => (isOver = true),
      () => (isOver = true),
    );
    for (let turns = 0; turns < 10; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([invalidated, isOver], [[['thing']], !isWaiting]);
    end();
    await over;
    client.clear();
  });
