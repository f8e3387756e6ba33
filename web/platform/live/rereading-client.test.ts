import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { QueryObserver } from '@tanstack/react-query';
import { RereadingClient } from './rereading-client.ts';

const queryClient = new RereadingClient();

after(() => queryClient.clear());

it('reads once more what changed while it was read for the first time', async () => {
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let reads = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: ['thing'],
    queryFn: () => answers[reads++]?.promise ?? Promise.reject(new Error('asked too often')),
  });
  const seen = Promise.withResolvers<void>();
  const leave = observer.subscribe(({ data }) => data === 'new' && seen.resolve());
  void queryClient.invalidateQueries({ queryKey: ['thing'] });
  answers[0]?.resolve('old');
  answers[1]?.resolve('new');
  await seen.promise;
  assert.equal(reads, 2);
  leave();
});
