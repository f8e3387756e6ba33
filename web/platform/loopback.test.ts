import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isLoopback } from './loopback.ts';

it('tells names of this machine from others', () => {
  for (const name of ['localhost', 'tepal.localhost', '127.0.0.1', '127.1.2.3', '[::1]'])
    assert.ok(isLoopback(name), name);
  for (const name of ['localhost.example.org', '127.example.org', '10.0.0.1', 'notlocalhost', '[::2]'])
    assert.ok(!isLoopback(name), name);
});
